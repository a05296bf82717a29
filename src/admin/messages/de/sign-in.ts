import type { SignInTexts } from '../en/sign-in.ts';

export const signIn = {
  title: 'Anmelden',
  lead: 'Melden Sie sich an, um fortzufahren.',
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Anmelden',
  busy: 'Anmeldung läuft …',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  capsLock: 'Die Feststelltaste ist aktiv',
  emailMissing: 'Geben Sie Ihre E-Mail-Adresse ein.',
  passwordMissing: 'Geben Sie Ihr Passwort ein.',
  failed: 'Anmeldung fehlgeschlagen',
  refused: 'Bitte geben Sie eine gültige E-Mail-Adresse und das richtige Passwort ein.',
  pendingTitle: 'Freigabe steht aus',
  pending:
    'Ihr Konto wurde noch nicht freigegeben. Sie erhalten eine E-Mail, sobald dies geschehen ist.',
  disabledTitle: 'Konto gesperrt',
  disabled: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an die Administration.',
  tooOftenTitle: 'Zu viele Versuche',
  tooOften: 'Bitte warten Sie {seconds} Sekunden, bevor Sie es erneut versuchen.',
  tooOftenOver: 'Sie können es jetzt erneut versuchen.',
  unreachableTitle: 'Server nicht erreichbar',
  unreachable:
    'Der Server antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  brokenTitle: 'Etwas ist schiefgegangen',
  broken:
    'Der Server konnte Sie nicht anmelden ({status}). Bitte versuchen Sie es später noch einmal.',
  expired: 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  close: 'Schließen',
  language: 'Sprache',
  theme: 'Darstellung',
  themes: { light: 'Hell', dark: 'Dunkel', system: 'Wie das System' },
  notFoundTitle: 'Seite nicht gefunden',
  notFound: 'Unter dieser Adresse gibt es keine Seite.',
  toSignIn: 'Zur Anmeldung',
} satisfies SignInTexts;
