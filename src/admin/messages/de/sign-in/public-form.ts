import type { PublicFormTexts } from '../../en/sign-in/public-form.ts';

export const texts: PublicFormTexts = {
  send: 'Absenden',
  thanks: 'Vielen Dank',
  received: 'Wir haben Ihre Angaben erhalten.',
  mailedTitle: 'Bitte prüfen Sie Ihr Postfach',
  mailed:
    'Wir haben Ihnen eine E-Mail mit einem Link geschickt. Ihre Angaben gelten, sobald Sie den Link öffnen und sie bestätigen. Der Link gilt 24 Stunden lang.',
  confirmTitle: 'Bestätigen Sie Ihre Angaben',
  confirmLead: 'Ihre Angaben gelten, sobald Sie sie bestätigen.',
  confirm: 'Meine Angaben bestätigen',
  ends: {
    used: 'Der Link wurde schon verwendet oder ist abgelaufen. Wenn Sie Ihre Angaben bestätigt haben, brauchen Sie nichts zu tun.',
    full: 'Was Sie gewählt haben, ist zurzeit belegt oder geschlossen. Nichts wurde gespeichert. Sie können Ihre Angaben später bestätigen: Der Link gilt bis 24 Stunden nach dem Absenden des Formulars.',
    closed:
      'Das Formular wurde geändert, oder was Sie gewählt haben, gibt es nicht mehr. Nichts wurde gespeichert.',
  },
  fillAgain: 'Formular erneut ausfüllen',
  another: 'Weitere Angaben senden',
  optional: '{label} (freiwillig)',
  taken: '{label} (nicht verfügbar)',
  trap: 'Lassen Sie dieses Feld leer',
  localTime: 'Ortszeit in {timeZone}',
  choose: 'Bitte wählen',
  tooLarge: 'Ist größer als {size}',
  notSent: 'Die Datei ist nicht angekommen. Prüfen Sie Ihre Verbindung und wählen Sie sie erneut.',
  sendingFile: 'Wird gesendet …',
  fileSent: 'Erhalten',
  remove: 'Entfernen',
  removeFile: '{name} entfernen',
  filesOnTheirWay: 'Warten Sie, bis die Dateien gesendet sind, oder entfernen Sie sie.',
  missing: 'Bitte füllen Sie dieses Feld aus.',
  missingChoice: 'Bitte wählen Sie aus.',
  closed:
    'Dieses Formular nimmt Ihre Angaben zurzeit nicht an. Wählen Sie etwas anderes, oder versuchen Sie es später.',
  refused: 'Ihre Angaben wurden nicht angenommen',
  loading: 'Das Formular wird geladen …',
  unknown: 'Unter dieser Adresse gibt es kein Formular',
  unknownText: 'Prüfen Sie die Adresse, oder fragen Sie, wer sie Ihnen gegeben hat.',
  failed: 'Das Formular konnte nicht geladen werden',
  failedText: 'Prüfen Sie Ihre Verbindung.',
  again: 'Erneut versuchen',
};
