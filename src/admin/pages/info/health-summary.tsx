import { toHelpPath } from '../../shell/help/docs-pages.ts';
import type { Info } from '../../../contract/meta.ts';
import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Sign, TextWithCode } from './sign.tsx';
import type { Readiness } from './readiness.ts';
import { useNow } from '../../kit/use-now.ts';
import { inUnits } from '../../kit/formats/relative-time.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useSize } from '../../kit/use-size.ts';
import { useI18n } from '../../kit/use-i18n.ts';

type HealthSummaryProps = { info: Info; readiness: Readiness | undefined };

/** The key facts from the server's answer, with a warning where something is wrong. */
export function HealthSummary({ info, readiness }: HealthSummaryProps) {
  const { health, checks: texts } = useTexts('info');
  const id = useId();
  const { number } = useI18n();
  const size = useSize();
  const { database, migrations, records, descriptor, backups } = info;
  const isCurrent = migrations?.hash === descriptor.hash;
  const total = Object.values(records).reduce((sum, count) => sum + count, 0);
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 2 }}>
      <Typography component="h2" variant="h6" id={id} sx={{ mb: 1 }}>
        {health}
      </Typography>
      <Box component="ul" sx={gridSx}>
        {readiness && (
          <Sign label={texts.ready} isFine={readiness.ms !== undefined}>
            {readiness.ms === undefined
              ? texts.readyNot
              : fillTemplate(texts.readyIs, { ms: number(readiness.ms) })}
          </Sign>
        )}
        {migrations && (
          <Sign label={texts.tables} isFine={isCurrent}>
            <TextWithCode text={isCurrent ? texts.tablesFollow : texts.tablesDiffer} />
          </Sign>
        )}
        <Sign label={texts.database}>
          {fillTemplate(texts.databaseIs, {
            engine: database.engine,
            version: database.version,
            size: size(database.size),
          })}
        </Sign>
        <Sign
          label={texts.up}
          detail={fillTemplate(texts.upSince, { moment: showDateTime(info.startedAt) })}
        >
          <Uptime since={info.startedAt} />
        </Sign>
        <Sign label={texts.memory}>{size(info.runtime.memory.rss)}</Sign>
        <Sign label={texts.records} detail={texts.recordsYouSee}>
          {number(total)}
        </Sign>
        <BackupSigns backups={backups} />
      </Box>
    </Box>
  );
}

const gridSx = {
  display: 'grid',
  // Eight cards then fill whole rows.
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(4, 1fr)' },
  gap: 1.5,
  m: 0,
  p: 0,
  listStyle: 'none',
};

/** How long the server has been running: `2 minutes`, in German `2 Minuten`. */
function Uptime({ since }: { since: string }) {
  const { language } = useI18n();
  const seconds = Math.max(0, (useNow().getTime() - Date.parse(since)) / 1000);
  const [count, unit] = inUnits(seconds);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(count);
}

/** The last backup and the last rehearsal, with a warning where one is missing, or that nobody makes any. */
function BackupSigns({ backups }: { backups: Info['backups'] }) {
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
