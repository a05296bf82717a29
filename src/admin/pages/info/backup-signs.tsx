import type { Info } from '../../../contract/meta.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useSize } from '../../kit/use-size.ts';
import { useTexts } from '../../messages/texts.ts';
import { toHelpPath } from '../../shell/help/docs-pages.ts';
import { Sign } from './sign.tsx';

/** The last backup and the last rehearsal, with a warning where one is missing, or that nobody makes any. */
export function BackupSigns({ backups }: { backups: Info['backups'] }) {
  return backups.by === 'us' ? <OwnBackups backups={backups} /> : <NoBackups backups={backups} />;
}

/** Nobody makes any, or another system does. It warns only where others use the installation. */
function NoBackups({ backups: { by, isMissing } }: { backups: Info['backups'] }) {
  const { checks: texts } = useTexts('info');
  if (by === 'others')
    return (
      <Sign label={texts.backup} isWide>
        {texts.backupOthers}
      </Sign>
    );
  return (
    <Sign
      label={texts.backup}
      isWide
      {...(isMissing && { isFine: false })}
      detail={isMissing ? texts.backupMissing : texts.backupNeeded}
      more={{ to: toHelpPath('backup'), title: texts.backupHow }}
    >
      {texts.backupNobody}
    </Sign>
  );
}

function OwnBackups({ backups }: { backups: Info['backups'] }) {
  const { checks: texts } = useTexts('info');
  const size = useSize();
  const { last, rehearsal, failedAt, next, isLate, isUnrehearsed } = backups;
  const at = (template: string, moment: string): string =>
    fillTemplate(template, { moment: showDateTime(moment) });
  const details = [
    ...(last ? [fillTemplate(texts.backupSize, { size: size(last.bytes) })] : []),
    ...(failedAt === null ? [] : [at(texts.backupFailed, failedAt)]),
    ...(isLate ? [texts.backupLate] : []),
    ...(next === null ? [] : [at(texts.backupNext, next)]),
  ];
  return (
    <>
      <Sign
        label={texts.backup}
        isFine={last !== null && failedAt === null && !isLate}
        {...(details.length > 0 && { detail: details.join(' · ') })}
      >
        {last ? showDateTime(last.at) : texts.backupNone}
      </Sign>
      <Sign
        label={texts.rehearsal}
        isFine={rehearsal !== null && !isUnrehearsed}
        {...(isUnrehearsed && { detail: texts.rehearsalOld })}
      >
        {rehearsal ? showDateTime(rehearsal.at) : texts.rehearsalNone}
      </Sign>
    </>
  );
}
