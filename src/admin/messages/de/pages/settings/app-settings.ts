import type { SettingTexts } from '../../../../../descriptor/read/setting-places.ts';

/** The settings of the whole app and of its roles. */
export const appTexts: SettingTexts = {
  'app/title': ['Titel', 'Der Name der Installation, in der Seitenleiste und im Browser-Tab.'],
  'app/languages': [
    'Sprachen',
    'Die Sprachen der Oberfläche: `English`, `Deutsch` oder beide. Die erste ist die Vorgabe. Jeder Text muss in jeder von ihnen vorhanden sein.',
  ],
  'app/timeZone': [
    'Zeitzone',
    'Die Zeitzone, in der Tage, Monate und Jahre beginnen und in der Uhrzeiten angezeigt werden: ein Name der IANA-Datenbank wie `Europe/Berlin`. Vorgabe: die Zeitzone des Servers.',
  ],
  'app/publicSite': [
    'Öffentliche Website',
    'Die Adresse der öffentlichen Website, auf die die Fußzeile verweist.',
  ],
  'app/groups': [
    'Menügruppen',
    'Die Menügruppen in ihrer Reihenfolge. Sie folgen auf die Sammlungen ohne Gruppe.',
  ],
  'app/groups/key': ['Schlüssel', 'Unter diesem Namen verwenden Sammlungen die Gruppe.'],
  'app/groups/label': ['Beschriftung', 'Die Beschriftung der Gruppe.'],
  'app/groups/icon': ['Symbol', 'Das Symbol der Gruppe.'],
  'app/groups/builtIn': [
    'Eingebaute Seiten',
    'Die eingebauten Seiten, die auf die Sammlungen und Seiten der Gruppe folgen: `Werkzeuge`, `Änderungen`, `Administration`, `Struktur`. Seiten ohne Gruppe folgen auf die Gruppen.',
  ],
  'app/pages': ['Seiten', 'Seiten mit Erweiterungscode, in der Reihenfolge des Menüs.'],
  'app/pages/name': ['Name', 'Der Name der Seite; ihr Code verwendet denselben Namen.'],
  'app/pages/path': [
    'Adresse',
    'Die Adresse der Seite; sie darf nicht wie die Adresse einer Sammlung oder des Systems beginnen.',
  ],
  'app/pages/label': [
    'Beschriftung',
    'Der Titel der Seite und ihres Menüeintrags. Vorgabe: aus dem Namen abgeleitet.',
  ],
  'app/pages/help': [
    'Hilfe',
    'Der Zweck der Seite in einem Satz, unter ihrem Titel auf der Seite der Werkzeuge. Vorgabe: keiner.',
  ],
  'app/pages/icon': ['Symbol', 'Das Symbol im Menü.'],
  'app/pages/roles': [
    'Rollen',
    'Die Rollen, die die Seite öffnen dürfen, neben denen, die alles dürfen. Vorgabe: alle angemeldeten Benutzer. Für den Inhalt gelten weiter die Berechtigungen der Sammlungen.',
  ],
  'app/pages/group': ['Menügruppe', 'Die Menügruppe, in der der Eintrag steht. Vorgabe: keine.'],
  'app/pages/fills': [
    'Füllt',
    'Die Sammlung, deren Datensätze die Seite anlegt. Ist deren Liste leer, führt sie zu dieser Seite. Vorgabe: keine.',
  ],
  'app/current': [
    'Angehefteter Datensatz',
    'Eine Sammlung, etwa Projekte, aus der jeder Benutzer einen Datensatz anheften kann. Das Dashboard und die Listen, deren Datensätze auf diese Sammlung verweisen, beginnen dann mit dem, was zum angehefteten Datensatz gehört. Vorgabe: keine.',
  ],
  'app/dashboard': [
    'Dashboard',
    'Die Karten des Dashboards in ihrer Reihenfolge. Vorgabe: die Anzahlen aller Sammlungen und die letzten Änderungen.',
  ],
  'app/dashboard/name': ['Name', 'Der eindeutige Name der Karte.'],
  'app/dashboard/kind': [
    'Art',
    'Was die Karte zeigt. `Anzahl`: die Anzahl der Datensätze und ihren Zuwachs; `Zu prüfen`: die Anzahl der Datensätze, um die sich jemand kümmern muss; `Liste`: die ersten Datensätze; `Diagramm`: wie oft jeder Wert vorkommt; `Rückfragen`: was andere den Benutzer in Kommentaren fragen; `Änderungen`: die letzten Änderungen.',
  ],
  'app/dashboard/label': [
    'Beschriftung',
    'Der Titel. Vorgabe: bei der Art `Anzahl` die Beschriftung der Sammlung, sonst aus dem Namen abgeleitet.',
  ],
  'app/dashboard/help': ['Hilfe', 'Ein Satz unter dem Titel. Vorgabe: keiner.'],
  'app/dashboard/roles': [
    'Rollen',
    'Die Rollen, die die Karte sehen. Vorgabe: alle. Rollen, die die Sammlung nicht auflisten oder ein Feld der Karte nicht lesen dürfen, sehen sie nie.',
  ],
  'app/dashboard/resource': [
    'Sammlung',
    'Die Sammlung, deren Datensätze die Karte verwendet; nötig für jede Art außer `Rückfragen` und `Änderungen`.',
  ],
  'app/dashboard/filter': [
    'Filter',
    'Die Bedingung, die ihre Datensätze erfüllen. Vorgabe: alle Datensätze.',
  ],
  'app/dashboard/by': ['Nach', 'Nur `Diagramm`: das Feld, dessen Werte gezählt werden.'],
  'app/dashboard/every': [
    'Zeitraum',
    'Nur `Diagramm` nach einem Datum oder Zeitpunkt: `Monat` zeigt einen Balken für jeden der letzten zwölf Monate. Vorgabe: ein Balken für jedes Jahr.',
  ],
  'app/dashboard/columns': [
    'Spalten',
    'Nur `Liste`: die Felder, die neben den Titeln stehen. Vorgabe: keine.',
  ],
  'app/dashboard/sort': [
    'Sortierung',
    'Nur `Liste`: die Reihenfolge der Datensätze. Vorgabe: die Reihenfolge in der Liste der Sammlung.',
  ],
  'app/dashboard/limit': [
    'Höchstzahl',
    'Die Anzahl der Datensätze bei `Liste` und `Änderungen`, der Rückfragen, der Werte oder Monate bei `Diagramm`. Vorgabe: 5 Datensätze oder Rückfragen, 10 Änderungen, 8 Werte, 12 Monate.',
  ],
  'app/sidebar': ['Seitenleiste', 'Die Farben der Seitenleiste.'],
  'app/sidebar/background': ['Hintergrund', 'Die Hintergrundfarbe der Seitenleiste.'],
  'app/sidebar/active': ['Aktiver Eintrag', 'Die Farbe des aktiven Menüeintrags.'],
  'app/sessions': ['Sitzungen', 'Wann Sitzungen enden und welche Anmeldungen gemeldet werden.'],
  'app/sessions/idleMinutes': [
    'Minuten ohne Aktivität',
    'Beendet eine Sitzung, die so viele Minuten nicht verwendet wurde, von 5 bis 43200. Vorgabe und zugleich Höchstwert: die Tage in `SESSION_IDLE_DAYS`.',
  ],
  'app/sessions/most': [
    'Höchstzahl',
    'Wie viele Sitzungen ein Benutzer höchstens zugleich haben kann. Eine weitere Anmeldung beendet die Sitzung, die am längsten nicht verwendet wurde.',
  ],
  'app/sessions/newDeviceMail': [
    'E-Mail bei neuem Gerät',
    'Schreibt Benutzern eine E-Mail, wenn sich jemand auf einem neuen Gerät in ihrem Konto anmeldet.',
  ],
  'app/links': [
    'Links',
    'Die Links des Dev-Menüs in ihrer Reihenfolge. Der Schlüssel eines Links ist `publicApiDocs`, `internalApiDocs` oder ein beliebiger Name; der Wert ist der Pfad einer Seite.',
  ],
  'role/label': [
    'Beschriftung',
    'Die Beschriftung der Rolle. Vorgabe: aus ihrem Namen abgeleitet.',
  ],
  'role/was': [
    'Früherer Name',
    'Der frühere Name der Rolle. Ihre Benutzer und was mit ihr geteilt ist, folgen dem neuen Namen. Die Einstellung kann danach stehen bleiben.',
  ],
  'role/color': ['Farbe', 'Die Farbe der Rolle, wo sie zur Auswahl steht: siehe `$roles`.'],
  'role/all': ['Alle Rechte', 'Erlaubt alles in jeder Sammlung und jedem Feld.'],
  'role/devMenu': ['Dev-Menü', 'Zeigt das Dev-Menü.'],
  'role/configure': [
    'Konfigurieren',
    'Erlaubt, diesen Deskriptor im Browser zu ändern: Felder, Berechtigungen und Rollen, auch die eigene. Rollen mit allen Rechten können das immer.',
  ],
  'role/secondFactor': [
    'Zweiter Faktor',
    'Verlangt neben dem Passwort einen Passkey oder eine Authenticator-App. Wer noch keinen zweiten Faktor hat, muss ihn binnen 14 Tagen nach der nächsten Anmeldung einrichten.',
  ],
  'role/sessions': ['Sitzungen', 'Strengere Grenzen für die Sitzungen dieser Rolle.'],
  'role/sessions/idleMinutes': [
    'Minuten ohne Aktivität',
    'Wie die Einstellung der App, für Benutzer mit dieser Rolle; die kürzere Zeit gilt.',
  ],
  'role/sessions/most': [
    'Höchstzahl',
    'Wie die Einstellung der App, für Benutzer mit dieser Rolle; die kleinere Zahl gilt.',
  ],
};
