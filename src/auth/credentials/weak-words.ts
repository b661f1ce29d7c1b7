/**
 * Words that are common in passwords, in the languages of the service: alone, or with a year, digits or a few signs
 * around them, they are guessed within seconds. Lower case, without accents.
 */
export const weakWords: ReadonlySet<string> = new Set(
  `
  password passwort kennwort motdepasse contrasena senha wachtwoord parola pasuwado mima passwd pass secret geheim geheimnis
  segreto secreto secret segredo geheim admin administrator root user guest gast test testing tester demo login welcome
  willkommen bienvenue bienvenido bienvenidos benvenuto bemvindo welkom yokoso huanying letmein changeme default access zugang
  company firma unternehmen entreprise societe empresa azienda societa bedrijf companhia kaisha gongsi business office buero
  bureau oficina ufficio kantoor escritorio team group gruppe groupe grupo gruppo groep factory fabrik werk usine fabrica
  fabbrica fabriek kojo gongchang plant planta production produktion produccion produzione productie producao seisan shengchan
  planning planung planification planificacion pianificazione planejamento planner planer planificateur keikaku jihua schedule
  warehouse lager entrepot almacen magazzino magazijn armazem deposito souko cangku inventory stock logistics logistik
  logistique logistica logistiek manufacturing operations supply supplychain materials material einkauf verkauf vertrieb sales
  purchase purchasing customer kunde client cliente klant supplier lieferant fournisseur proveedor fornitore
  spring summer autumn fall winter fruehling fruhling sommer herbst printemps ete automne hiver primavera verano otono invierno
  estate autunno inverno verao outono lente zomer herfst haru natsu aki fuyu
  january february march april may june july august september october november december januar februar maerz marz mai juni juli
  oktober dezember janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre enero febrero marzo abril
  mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre
  dicembre januari februari maart mei augustus janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro
  monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag lundi
  mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo lunedi martedi mercoledi
  giovedi venerdi sabato domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag segunda terca quarta quinta sexta
  london paris berlin madrid rome roma tokyo beijing shanghai amsterdam brussels vienna wien zurich munich muenchen hamburg
  lisboa lisbon saopaulo newyork chicago boston england germany deutschland france espana italia japan china brasil nederland
  football fussball futbol soccer baseball basketball hockey tennis master monkey dragon shadow sunshine princess prinzessin
  superman batman starwars pokemon ninja hunter killer flower schatz liebe love iloveyou amour amor amore liefde hallo hello
  bonjour hola ciao freedom whatever trustno computer internet samsung google microsoft windows apple iphone facebook qwerty
  qwertz azerty qwertyuiop qwertzuiop azertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm abc abcd abcde abcdef abcdefgh
  michael thomas daniel andrea peter martin stefan christian alexander maria anna laura julia sarah nicole jessica jennifer
  michelle charlie robert david george jordan ashley matthew andrew joshua anthony william harley ferrari mercedes porsche
  mustang yankee dallas cowboy tigger pepper ginger cookie chocolate schokolade banana orange bicycle fahrrad
  `
    .trim()
    .split(/\s+/),
)
