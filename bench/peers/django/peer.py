"""
The sales orders of a planning database as a plain Django REST service: one model, one serializer, pages of
`limit` and `offset` with their total, without authentication. DATABASE_URL names the database.
"""

import os
from urllib.parse import parse_qsl, unquote, urlsplit

from django.conf import settings

url = urlsplit(os.environ["DATABASE_URL"])
query = dict(parse_qsl(url.query))

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(url.path[1:]),
            "USER": unquote(url.username or ""),
            "PASSWORD": unquote(url.password or ""),
            "HOST": query.get("host", unquote(url.hostname or "")),
            "PORT": query.get("port", url.port or ""),
            "CONN_MAX_AGE": None,
            "OPTIONS": {"options": "-c search_path=default"},
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=["rest_framework"],
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
        "DEFAULT_PERMISSION_CLASSES": [],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "PAGE_SIZE": 100,
        "UNAUTHENTICATED_USER": None,
    },
    ROOT_URLCONF=__name__,
    USE_TZ=False,
)

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()

from django.db import models
from django.urls import path
from rest_framework import generics, serializers


class Demand(models.Model):
    name = models.CharField(max_length=300, primary_key=True)
    owner = models.CharField(max_length=300, null=True)
    description = models.CharField(max_length=500, null=True)
    category = models.CharField(max_length=300, null=True)
    subcategory = models.CharField(max_length=300, null=True)
    customer = models.CharField(max_length=300, null=True)
    item = models.CharField(max_length=300)
    location = models.CharField(max_length=300, null=True)
    due = models.DateTimeField()
    status = models.CharField(max_length=10, null=True)
    operation = models.CharField(max_length=300, null=True)
    quantity = models.FloatField()
    priority = models.IntegerField()
    minshipment = models.FloatField(null=True)
    maxlateness = models.DurationField(null=True)
    policy = models.CharField(max_length=15, null=True)
    batch = models.CharField(max_length=300, null=True)
    delay = models.DurationField(null=True)
    plannedquantity = models.FloatField(null=True)
    deliverydate = models.DateTimeField(null=True)
    plan = models.JSONField(null=True)
    source = models.CharField(max_length=300, null=True)
    lastmodified = models.DateTimeField()

    class Meta:
        app_label = "peer"
        db_table = "demand"
        managed = False


class DemandSerializer(serializers.ModelSerializer):
    class Meta:
        model = Demand
        fields = "__all__"


class Demands(generics.ListAPIView):
    serializer_class = DemandSerializer

    def get_queryset(self):
        location = self.request.query_params.get("location")
        found = Demand.objects.order_by("name")
        return found if location is None else found.filter(location=location)


urlpatterns = [path("demand/", Demands.as_view())]
