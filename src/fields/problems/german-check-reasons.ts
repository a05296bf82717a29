import type { CheckReason } from './check-reasons.ts';

/** Why a part of the installation does not work as it should, and what to do about it. */
export const germanCheckReasons: Record<CheckReason, { says: string; advice: string }> = {
  databaseUnreachable: {
    says: 'Die Datenbank antwortet nicht.',
    advice:
      'Prüfen Sie, ob PostgreSQL läuft und ob DATABASE_URL stimmt. Das Protokoll nennt den Fehler.',
  },
  databaseReadOnly: {
    says: 'Die Datenbank nimmt keine Änderungen an.',
    advice:
      'Prüfen Sie, ob der Server mit einem Replikat verbunden ist. Das Protokoll von PostgreSQL nennt den Grund.',
  },
  tablesBehind: {
    says: 'Die Tabellen der Datenbank sind nicht bereit.',
    advice:
      'Warten Sie, bis der Server gestartet ist. Bleibt es so, führen Sie `npx backoffice plan` aus.',
  },
  diskFull: {
    says: 'Die Festplatte der Datenbank ist voll: {size} frei.',
    advice: 'Schaffen Sie jetzt Platz. Bis dahin kann nichts gespeichert werden.',
  },
  diskLow: {
    says: 'Die Festplatte der Datenbank ist fast voll: {size} frei.',
    advice: 'Schaffen Sie Platz, oder legen Sie den Datenordner auf eine größere Festplatte.',
  },
  filesUnreachable: {
    says: 'Der Dateispeicher antwortet nicht.',
    advice:
      'Prüfen Sie FILES_URL und den Speicher. Bis dahin lassen sich Dateien weder speichern noch öffnen.',
  },
  filesFull: {
    says: 'Der Dateispeicher ist voll.',
    advice:
      'Schaffen Sie Platz im Speicher, oder verschieben Sie die Dateien in einen größeren Speicher.',
  },
  filesDiskLow: {
    says: 'Die Festplatte der Dateien ist fast voll: {size} frei.',
    advice: 'Schaffen Sie Platz, oder legen Sie die Dateien auf eine größere Festplatte.',
  },
  filesRefused: {
    says: 'Der Dateispeicher weist diesen Server ab.',
    advice: 'Prüfen Sie FILES_URL, FILES_KEY und die Rechte im Speicher.',
  },
  walLate: {
    says: 'Änderungen haben den Speicher der Sicherungen seit {minutes} Minute nicht erreicht. |||| Änderungen haben den Speicher der Sicherungen seit {minutes} Minuten nicht erreicht.',
    advice:
      'Prüfen Sie BACKUP_TO und den Speicher. Fällt diese Festplatte jetzt aus, gehen diese Änderungen verloren.',
  },
  mailStuck: {
    says: 'Die älteste ungesendete E-Mail wartet seit {minutes} Minute. |||| Die älteste ungesendete E-Mail wartet seit {minutes} Minuten.',
    advice: 'Prüfen Sie SMTP_URL und den Mailserver. Der Postausgang zeigt den letzten Fehler.',
  },
  replicaUnreachable: {
    says: 'Das Lesereplikat antwortet nicht.',
    advice:
      'Prüfen Sie DATABASE_READ_URL und das Replikat. Bis dahin beantwortet die Hauptdatenbank die Listen.',
  },
  replicaBehind: {
    says: 'Das Lesereplikat ist {seconds} Sekunde im Rückstand. |||| Das Lesereplikat ist {seconds} Sekunden im Rückstand.',
    advice:
      'Prüfen Sie die Last und das Netz des Replikats. Bis dahin beantwortet die Hauptdatenbank die Listen.',
  },
  scannerFailed: {
    says: 'Der Virenscanner arbeitet nicht.',
    advice:
      'Prüfen Sie SCAN_COMMAND und den Scanner. Bis dahin lassen sich keine Dateien hochladen.',
  },
  signInUnreachable: {
    says: 'Ein Anmeldedienst antwortet nicht: {providers}.',
    advice:
      'Prüfen Sie den Dienst und seine OIDC-Variablen. Bis dahin ist nur eine andere Anmeldung möglich.',
  },
  backupMissing: {
    says: 'Niemand macht Sicherungen.',
    advice:
      'Setzen Sie BACKUP_TO, BACKUP_KEY und BACKUP_SCHEDULE, oder BACKUP_SCHEDULE=elsewhere, wenn ein anderes System sie macht.',
  },
  backupFailed: {
    says: 'Die letzte Sicherung ist fehlgeschlagen.',
    advice: 'Das Protokoll nennt den Fehler. Starten Sie danach `npx backoffice backup`.',
  },
  backupLate: {
    says: 'Die letzte Sicherung ist älter als zwei Tage.',
    advice: 'Suchen Sie den Grund im Protokoll, und starten Sie `npx backoffice backup`.',
  },
  backupUnrehearsed: {
    says: 'Seit 31 Tagen wurde keine Sicherung geprobt.',
    advice:
      'Starten Sie `npx backoffice backup --rehearse`, damit Sie wissen, dass die Wiederherstellung gelingt.',
  },
  formerDataKept: {
    says: 'Die Daten von PostgreSQL {version} sind noch da: {size}.',
    advice:
      'Wenn die neue Version funktioniert, entfernen Sie sie mit `npx backoffice upgrade --confirm`.',
  },
};
