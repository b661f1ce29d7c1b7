{{- define "planning.labels" -}}
app.kubernetes.io/name: planning-service
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "planning.selector" -}}
app.kubernetes.io/name: planning-service
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "planning.image" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{- define "planning.pod" -}}
automountServiceAccountToken: false
{{- if .Values.serviceAccountName }}
serviceAccountName: {{ .Values.serviceAccountName }}
{{- end }}
{{- if .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml .Values.imagePullSecrets | nindent 2 }}
{{- end }}
{{- if .Values.nodeSelector }}
nodeSelector:
  {{- toYaml .Values.nodeSelector | nindent 2 }}
{{- end }}
{{- if .Values.affinity }}
affinity:
  {{- toYaml .Values.affinity | nindent 2 }}
{{- end }}
{{- if .Values.tolerations }}
tolerations:
  {{- toYaml .Values.tolerations | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- define "planning.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
env:
  - name: PLANCTL_TASK_CONCURRENCY
    value: "0"
  - name: DATABASE_URL
    valueFrom:
      secretKeyRef:
        name: {{ .Values.secretName }}
        key: DATABASE_URL
  - name: PLANCTL_DATABASE_DIRECT_URL
    valueFrom:
      secretKeyRef:
        name: {{ .Values.secretName }}
        key: DATABASE_DIRECT_URL
        optional: true
  - name: PLANCTL_JWT_SECRET
    valueFrom:
      secretKeyRef:
        name: {{ .Values.secretName }}
        key: JWT_SECRET
  {{- if .Values.settings.FILES_URL }}
  - name: PLANCTL_FILES_ACCESS_KEY
    valueFrom:
      secretKeyRef:
        name: {{ .Values.secretName }}
        key: FILES_ACCESS_KEY
        optional: true
  - name: PLANCTL_FILES_SECRET_KEY
    valueFrom:
      secretKeyRef:
        name: {{ .Values.secretName }}
        key: FILES_SECRET_KEY
        optional: true
  {{- end }}
  {{- if .Values.serviceMonitor.tokenSecretName }}
  - name: PLANCTL_METRICS_TOKEN
    valueFrom:
      secretKeyRef:
        name: {{ .Values.serviceMonitor.tokenSecretName }}
        key: METRICS_TOKEN
  {{- end }}
envFrom:
  - configMapRef:
      name: {{ .Release.Name }}-settings
  {{- if .Values.environmentSecretName }}
  - secretRef:
      name: {{ .Values.environmentSecretName }}
  {{- end }}
volumeMounts:
  - name: files
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "planning.volumes" -}}
volumes:
  - name: files
    {{- if .Values.settings.FILES_URL }}
    emptyDir: {}
    {{- else }}
    persistentVolumeClaim:
      claimName: {{ .Values.files.existingClaim | default (printf "%s-files" .Release.Name) }}
    {{- end }}
  - name: tmp
    emptyDir: {}
{{- end }}
