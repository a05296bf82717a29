import type { AuditLine } from '../../../contract/oversight.ts';
import { Box, Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { showDateTime } from '../../../fields/date-format.ts';
import { useConfig } from '../../client/config.tsx';
import { useText } from '../../messages/use-text.ts';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { AuditDetail, toFacts } from './audit-detail.tsx';
import { sayAction } from './audit-filter-form.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { UserLink } from './user-link.tsx';
import { useTexts } from '../../messages/texts.ts';

export function AuditTable({ entries }: { entries: readonly AuditLine[] }) {
  const { audit: texts, tabs } = useTexts('people');
  return (
    <FactsTable
      label={tabs.audit}
      columns={[
        texts.when,
        texts.action,
        texts.actor,
        texts.of,
        texts.about,
        texts.where,
        texts.detail,
      ]}
      rows={entries.map((entry) => ({
        key: entry.id,
        cells: [
          <time key="when" dateTime={entry.at}>
            {showDateTime(entry.at)}
          </time>,
          sayAction(texts.actions, entry.action),
          <Actor key="who" actor={entry.actor} />,
          entry.about && <UserLink key="of" id={entry.about._id} name={entry.about.name} />,
          entry.resource && <About key="about" entry={entry} />,
          entry.address ?? '',
          toFacts(entry.detail).length > 0 && <AuditDetail key="detail" detail={entry.detail} />,
        ],
      }))}
    />
  );
}

function Actor({ actor }: Pick<AuditLine, 'actor'>) {
  const { audit: texts } = useTexts('people');
  if (actor !== null) return <UserLink id={actor._id} name={actor.name} />;
  return (
    <Box component="span" title={texts.system} sx={{ color: 'text.secondary' }}>
      –
    </Box>
  );
}

function About({ entry: { resource: name, record } }: { entry: AuditLine }) {
  const say = useText();
  const resource = useConfig().descriptor.resources.get(name ?? '');
  if (resource === undefined) return name ?? '';
  return record === null ? (
    say(resource.label)
  ) : (
    <Link component={RouterLink} to={toRecordPath(resource, record)} title={record}>
      {say(resource.label)}
    </Link>
  );
}
