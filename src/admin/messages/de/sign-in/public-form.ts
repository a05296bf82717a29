import type { PublicFormTexts } from '../../en/sign-in/public-form.ts';

export const texts: PublicFormTexts = {
  send: 'Absenden',
  thanks: 'Vielen Dank',
  received: 'Wir haben Ihre Angaben erhalten.',
  another: 'Weitere Angaben senden',
  optional: '{label} (freiwillig)',
  localTime: 'Ortszeit in {timeZone}',
  choose: 'Bitte wählen',
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
