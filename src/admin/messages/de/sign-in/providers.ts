import type { ProviderTexts } from '../../en/sign-in/providers.ts';

export const texts = {
  start: {
    button: 'Mit {provider} anmelden',
    down: '{provider} antwortet nicht. Versuchen Sie es in einer Minute erneut oder melden Sie sich anders an.',
    wrong:
      '{provider} ist hier falsch eingerichtet. Sagen Sie es einem Admin, oder melden Sie sich anders an.',
    waits: 'Zu viele Versuche. Bitte warten Sie einen Moment und versuchen Sie es dann erneut.',
    or: 'oder',
  },
  back: {
    title: 'Anmelden mit {provider}',
    busy: 'Einen Moment …',
    handed: 'Sie können dieses Fenster schließen und im anderen weiterarbeiten.',
    toLogin: 'Zurück zur Anmeldung',
    toProfile: 'Zurück zu Ihrem Profil',
    again: 'Erneut versuchen',
    unreachable:
      'Der Server antwortet nicht. Prüfen Sie Ihre Verbindung und melden Sie sich erneut an.',
    broken: 'Der Server meldet einen Fehler ({status}). Bitte versuchen Sie es später erneut.',
    tooOften:
      'Zu viele Versuche. Bitte warten Sie einen Moment und melden Sie sich dann erneut an.',
    A004: 'Ein Admin muss Ihr Konto freigeben. Sie erhalten dann eine E-Mail.',
    A005: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an die Administration.',
    A014: 'Der Link ist ungültig, schon verwendet oder abgelaufen. Fordern Sie einen neuen an.',
    A029: 'Sie haben sich als jemand anderes angemeldet. Melden Sie sich als Sie selbst an.',
    A040: '{provider} antwortet nicht. Versuchen Sie es in einer Minute erneut oder melden Sie sich anders an.',
    A041: '{provider} hat Sie nicht angemeldet ({reason}). Versuchen Sie es erneut oder melden Sie sich anders an.',
    A042: 'Diese Anmeldung ist abgelaufen, wurde schon verwendet oder begann in einem anderen Browser. Beginnen Sie neu.',
    A044: '{provider} hat keine bestätigte E-Mail-Adresse übermittelt. Registrieren Sie sich zuerst hier und verbinden Sie {provider} dann in Ihrem Profil.',
    A044other:
      '{provider} hat nicht alle Angaben für ein Konto übermittelt ({fields}). Registrieren Sie sich zuerst hier und verbinden Sie {provider} dann in Ihrem Profil.',
    A047: 'Dieses Konto bei {provider} ist schon mit einem Benutzer verbunden.',
    A053: '{provider} ist hier falsch eingerichtet. Sagen Sie es einem Admin, oder melden Sie sich anders an.',
  },
  link: {
    title: 'Konto verbinden',
    lead: 'Es gibt ein Konto mit {email}. Geben Sie sein Passwort ein, um es mit {provider} zu verbinden.',
    password: 'Passwort',
    missing: 'Geben Sie Ihr Passwort ein.',
    wrong: 'Das Passwort ist falsch.',
    submit: 'Verbinden',
    mailed:
      'Es gibt ein Konto mit {email}. Wir haben einen Link an diese Adresse geschickt. Öffnen Sie ihn, um das Konto mit {provider} zu verbinden.',
    chooseLead: 'Wählen Sie, wie Sie sich von nun an anmelden.',
  },
  newcomer: {
    title: 'Konto anlegen',
    lead: 'Sie haben hier noch kein Konto. Akzeptieren Sie die Nutzungsbedingungen, um eines mit {provider} anzulegen.',
    submit: 'Konto anlegen',
  },
  signIn: {
    title: 'Anmelden',
    lead: 'Dieser Link meldet Sie einmal an.',
    submit: 'Anmelden',
  },
  profile: {
    title: 'Verbundene Konten',
    help: 'Melden Sie sich mit einem Konto an, das Sie anderswo haben.',
    none: 'Kein Konto ist verbunden.',
    provider: 'Anbieter',
    email: 'E-Mail dort',
    used: 'Zuletzt verwendet',
    added: 'Verbunden am',
    never: 'nie',
    connect: 'Mit {provider} verbinden',
    connected: 'Verbunden',
    remove: 'Trennen',
    removeOf: '{provider} trennen',
    removeTitle: '{provider} trennen?',
    removeText:
      'Sie können sich nicht mehr mit {provider} anmelden. Andere Sitzungen, die so begonnen haben, enden.',
    removed: 'Getrennt',
    cancel: 'Abbrechen',
  },
  proof: {
    button: 'Mit {provider} bestätigen',
    window: 'Melden Sie sich im geöffneten Fenster bei {provider} an.',
    blocked:
      'Ihr Browser hat das Fenster von {provider} blockiert. Erlauben Sie Fenster für diese Seite und versuchen Sie es erneut.',
    none: 'Sie haben hier weder Passwort noch Passkey, und kein Anbieter ist verbunden. Melden Sie sich ab und wieder an.',
  },
} satisfies ProviderTexts;
