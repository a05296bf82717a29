import type { VisitorTexts } from '../../en/sign-in/visitor.ts';

export const texts = {
  failed: 'Anmeldung fehlgeschlagen',
  refused: 'Bitte geben Sie die richtige E-Mail-Adresse und das richtige Passwort ein.',
  pendingTitle: 'Freigabe ausstehend',
  pending:
    'Ihr Konto wurde noch nicht freigegeben. Sie erhalten eine E-Mail, sobald dies geschehen ist.',
  disabledTitle: 'Konto gesperrt',
  disabled: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an die Administration.',
  tooOftenTitle: 'Zu viele Versuche',
  tooOften:
    'Bitte warten Sie {seconds} Sekunde, bevor Sie es erneut versuchen. |||| Bitte warten Sie {seconds} Sekunden, bevor Sie es erneut versuchen.',
  tooOftenOver: 'Sie können es jetzt erneut versuchen.',
  stoppedTitle: 'Zu viele falsche Passwörter',
  stopped:
    'Für dieses Konto wurden zu viele falsche Passwörter eingegeben. Legen Sie über „Passwort vergessen?“ ein neues fest, oder melden Sie sich auf einem Gerät an, das Sie schon verwendet haben.',
  passkeyTitle: 'Passkey nicht angenommen',
  passkey:
    'Er gehört hier zu keinem Konto, oder es hat zu lange gedauert. Versuchen Sie es erneut, oder melden Sie sich mit Ihrem Passwort an.',
  unreachableTitle: 'Server nicht erreichbar',
  unreachable:
    'Der Server antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  brokenTitle: 'Etwas ist schiefgegangen',
  broken:
    'Der Server hat mit einem Fehler geantwortet ({status}). Bitte versuchen Sie es später erneut.',
  sending: 'Wird gesendet …',
  toLogin: 'Zurück zur Anmeldung',
  emailInvalid: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.org.',
  passwordHint:
    'Mindestens 8 Zeichen. Mehrere Wörter hintereinander sind leicht zu merken und schwer zu erraten.',
  passwordProblems: {
    V003: 'Verwenden Sie höchstens {max} Zeichen.',
    V004: 'Verwenden Sie mindestens {min} Zeichen.',
    V013: 'Enthält Zeichen, die sich nicht speichern lassen.',
    V028: 'Zu leicht zu erraten. Wählen Sie ein anderes.',
  },
  strength: {
    label: 'Stärke',
    levels: ['sehr schwach', 'schwach', 'mittel', 'gut', 'sehr gut'],
  },
  unknown: {
    title: 'Seite nicht gefunden',
    text: 'Unter dieser Adresse gibt es keine Seite.',
    toSignIn: 'Zur Anmeldung',
  },
  register: {
    title: 'Registrieren',
    lead: 'Jede Registrierung muss von der Administration freigegeben werden. Sie werden per E-Mail benachrichtigt.',
    name: 'Name',
    nameMissing: 'Geben Sie Ihren Namen ein.',
    email: 'E-Mail',
    organisation: 'Organisation',
    organisationMissing: 'Geben Sie Ihre Organisation ein.',
    password: 'Passwort',
    passwordMissing: 'Wählen Sie ein Passwort.',
    accept: 'Ich akzeptiere die Nutzungsbedingungen',
    acceptMissing: 'Bitte akzeptieren Sie die Nutzungsbedingungen.',
    submit: 'Registrieren',
    done: 'Registrierung erfolgreich',
    doneText:
      'Bitte warten Sie, bis die Administration Ihre Registrierung freigibt. Sie erhalten eine E-Mail, sobald Ihr Konto freigegeben ist.',
    failed: 'Registrierung fehlgeschlagen',
    failedText: 'Bitte wenden Sie sich an die Administration.',
    thanks: 'Vielen Dank',
    next: 'Wir haben Ihre Registrierung erhalten. Öffnen Sie den Link in unserer E-Mail an {email}, um Ihre Adresse zu bestätigen.',
  },
  terms: {
    title: 'Nutzungsbedingungen',
    points: [
      'Die Administration entscheidet über Ihre Registrierung. Sie bestimmt auch, was Sie hier sehen und tun dürfen, und kann Ihren Zugang beenden.',
      'Ihr Name, Ihre E-Mail-Adresse und Ihre Organisation werden gespeichert. Admins und Benutzer dieser Anwendung können sie sehen.',
      'Ihr Passwort wird als Hash gespeichert, der sich nicht zurückrechnen lässt. Geben Sie es nicht weiter.',
      'Ihre Änderungen werden mit Ihrem Namen und der Zeit protokolliert, Anmeldungen mit ihrer Netzwerkadresse.',
      'Wenn Angaben berichtigt oder Ihr Konto entfernt werden sollen, wenden Sie sich an die Administration.',
    ],
  },
  forgot: {
    title: 'Passwort vergessen',
    lead: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    email: 'E-Mail',
    submit: 'Senden',
    done: 'E-Mail zum Zurücksetzen unterwegs',
    doneText:
      'Bitte prüfen Sie Ihren Posteingang und bestätigen Sie, dass Sie Ihr Passwort zurücksetzen möchten.',
    failed: 'E-Mail zum Zurücksetzen fehlgeschlagen',
    failedText: 'Bitte wenden Sie sich an die Administration.',
  },
  confirmEmail: {
    title: 'E-Mail-Adresse bestätigen',
    lead: 'Bestätigen Sie, dass Sie sich mit dieser Adresse registriert haben. Dann entscheidet ein Admin über Ihre Registrierung.',
    submit: 'Meine Adresse bestätigen',
    done: 'Adresse bestätigt',
    doneText: 'Danke. Sie erhalten eine E-Mail, sobald ein Admin entschieden hat.',
    failed: 'Bestätigung fehlgeschlagen',
    failedText:
      'Der Link ist ungültig oder abgelaufen. Möglicherweise wurde über Ihre Registrierung schon entschieden. Falls nicht, registrieren Sie sich erneut.',
  },
  unsubscribe: {
    title: 'E-Mails abbestellen',
    submit: 'Abbestellen',
    done: 'Abbestellt',
    kinds: {
      all: {
        lead: 'Sie erhalten dann keine E-Mails mehr über Ihren Posteingang. Der Posteingang selbst bleibt, wie er ist.',
        doneText: 'Sie erhalten keine E-Mails mehr über Ihren Posteingang.',
      },
      one: {
        lead: 'Sie erhalten dann keine E-Mails mehr wie die mit diesem Link. Der Posteingang selbst bleibt, wie er ist.',
        doneText: 'Sie erhalten keine E-Mails dieser Art mehr.',
      },
    },
    choose: 'E-Mails im Profil auswählen',
    failed: 'Der Link funktioniert nicht',
    failedText:
      'Der Link ist unvollständig oder nicht mehr gültig. Melden Sie sich an und wählen Sie Ihre E-Mails im Profil aus.',
  },
  reset: {
    title: 'Passwort wählen',
    lead: 'Alle Geräte, auf denen Sie angemeldet sind, werden abgemeldet.',
    password: 'Neues Passwort',
    passwordMissing: 'Wählen Sie ein Passwort.',
    submit: 'Passwort zurücksetzen',
    done: 'Passwort zurückgesetzt',
    doneText: 'Sie können sich mit Ihrem neuen Passwort anmelden.',
    failed: 'Zurücksetzen fehlgeschlagen',
    failedText: 'Der Link ist ungültig. Bitte versuchen Sie es erneut.',
    invalid:
      'Dieser Link wurde verwendet, ist abgelaufen oder durch einen neueren ersetzt. Links für ein Passwort funktionieren einmal und nur für begrenzte Zeit.',
    again: 'Neuen Link anfordern',
  },
  welcome: {
    title: 'Willkommen',
    lead: 'Wählen Sie ein Passwort, um Ihr Konto zu aktivieren.',
    password: 'Passwort',
    submit: 'Konto aktivieren',
    done: 'Ihr Konto ist bereit',
    doneText: 'Sie können sich jetzt mit Ihrem Passwort anmelden.',
    failed: 'Ihr Konto wurde nicht aktiviert',
  },
} satisfies VisitorTexts;
