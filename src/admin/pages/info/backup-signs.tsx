import type { Info } from '../../../contract/meta.ts';
import { showDateTime } from '../../../fields/date-format.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useSize } from '../../kit/use-size.ts';
import { useTexts } from '../../messages/texts.ts';
import { Sign } from './sign.tsx';

/** The last backup and the last rehearsal, with a warning where one is missing. */
export function BackupSigns({ backups }: { backups: NonNullable<Info['backups']> }) {
  const { checks: texts } = useTexts('info');
  const size = useSize();
  const { last, rehearsal, failedAt, next, isLate, isUnrehearsed } = backups;
  const at = (template: string, moment: string): string =>
    fillTemplate(template, { moment: showDateTime(moment) });
  const details = [
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
        {last
          ? fillTemplate(texts.backupIs, { moment: showDateTime(last.at), size: size(last.bytes) })
          : texts.backupNone}
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
