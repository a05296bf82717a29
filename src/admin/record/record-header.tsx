import { requireEntry } from '../../fields/require-entry.ts';
import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { Box, Button, Typography, type ButtonProps } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { RaRecord } from 'react-admin';
import { useRecordTitle } from '../resource/use-record-title.ts';
import { systemFieldTable } from '../../descriptor/system-fields.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { useResource } from '../kit/use-resource.ts';
import { FieldValue } from '../resource/field-value.tsx';
import { isEmptyValue } from '../../fields/is-empty-value.ts';
import { PageTitle } from '../kit/page-title.tsx';
import { TextLink } from '../kit/text-link.tsx';
import { Ancestors } from '../../fields/screen/ancestors.ui.tsx';
import { useBackPath, useRecordPlace } from './record-place.ts';
import { Hint } from '../kit/hint.tsx';
import { toHistoryPath } from '../kit/screen-paths.ts';
import { RecordFacts, RecordPicture } from './record-facts.tsx';
import { showDateTime } from '../../fields/text/date-format.ts';
import { useNow } from '../kit/use-now.ts';
import { replaceable } from '../kit/screens/replaceable.tsx';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** The bar over a record: back to its list, and on through it. It stays, with the focus, while the record changes. */
export function RecordNavBar({ children }: { children?: ReactNode }) {
  const { resource, may } = useResource();
  const { say } = useI18n();
  const back = useBackPath();
  return (
    <Box sx={waySx}>
      {may('list') && (
        <Button
          size="small"
          color="inherit"
          startIcon={<ArrowBackIcon />}
          component={Link}
          to={back}
          sx={{ ml: -0.5, color: 'text.secondary' }}
        >
          {say(resource.label)}
        </Button>
      )}
      <Box sx={{ ml: 'auto' }}>{children}</Box>
    </Box>
  );
}

/** Leads back to the list when the record cannot be shown. Users who may not list the records do not see it. */
export function ToListButton(props: Pick<ButtonProps, 'variant'>) {
  const { resource, may } = useResource();
  const { texts, say } = useI18n();
  const { isBeside, leave } = useRecordPlace();
  const back = useBackPath();
  if (!may('list')) return null;
  const way = isBeside ? { onClick: () => void leave() } : { component: Link, to: back };
  return (
    <Button {...props} {...way}>
      {fillTemplate(texts.form.toList, { name: say(resource.label) })}
    </Button>
  );
}

const waySx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  mb: 0.5,
  displayPrint: 'none',
};

type RecordHeaderProps = {
  record?: RaRecord;
  /** Who else has the record open. */
  others?: ReactNode;
  children?: ReactNode;
};

/** The head of a record: its picture, its title, who changed it last, key facts, and what the user can do with it. */
export const RecordHeader = replaceable({
  part: 'head',
  Usual: UsualHeader,
  toProps: ({ record }) => ({ record }),
});

function UsualHeader({ record, others, children }: RecordHeaderProps) {
  const { resource } = useResource();
  const { isBeside, heading } = useRecordPlace();
  const { texts, say } = useI18n();
  const label = say(resource.label);
  const recordTitle = useRecordTitle(resource, record);
  const title = record ? recordTitle : texts.form.new;
  return (
    <Box component="header" sx={{ mb: 2 }}>
      {!isBeside && <PageTitle title={title} of={label} />}
      <Box sx={headSx}>
        {record && <RecordPicture record={record} />}
        <Box sx={{ flex: '1 1 0', minWidth: { xs: 180, sm: 280 } }}>
          {record && resource.tree && (
            <Box component="nav" aria-label={texts.form.path} sx={{ overflowWrap: 'anywhere' }}>
              <Ancestors resource={resource.name} record={record} isLinked />
            </Box>
          )}
          <Typography component="h2" id={heading} variant="h5" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{title}</bdi>
          </Typography>
          {record && <Stamps record={record} />}
          {record && <PrintDate />}
          {record && <RecordFacts record={record} />}
          {others}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, displayPrint: 'none' }}>
          {children}
        </Box>
      </Box>
    </Box>
  );
}

const headSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  columnGap: { xs: 1.5, sm: 3 },
  rowGap: 1,
};

function Stamps({ record }: { record: RaRecord }) {
  const { texts } = useI18n();
  const { resource, may } = useResource();
  const isChanged = record._version !== 1;
  const version = fillTemplate(texts.form.version, { version: record._version as number });
  return (
    <Hint sx={{ mt: 0.5 }} component="div">
      {isChanged && (
        <>
          <ChangeStamp what={texts.form.changed} record={record} at="updatedAt" by="updatedBy" />
          {' · '}
          {may('history') ? (
            // Within a line of other words it is known as a link by more than its colour.
            <TextLink to={toHistoryPath(resource, record.id)} underline="always">
              {version}
            </TextLink>
          ) : (
            version
          )}
          {' · '}
        </>
      )}
      <ChangeStamp what={texts.form.created} record={record} at="createdAt" by="createdBy" />
    </Hint>
  );
}

type StampProps = { what: string; record: RaRecord; at: string; by: string };

/** When something was done with a record, and by whom. */
export function ChangeStamp({ what, record, at, by }: StampProps) {
  const { texts } = useI18n();
  return (
    <>
      {what} <SystemValue name={at} value={record[at]} />
      {!isEmptyValue(record[by]) && (
        <>
          {` ${texts.form.by} `}
          <SystemValue name={by} value={record[by]} />
        </>
      )}
    </>
  );
}

function SystemValue({ name, value }: { name: string; value: unknown }) {
  return <FieldValue field={requireEntry(systemFieldTable, name)} value={value} place="list" />;
}

/** When a record was printed: its sheets may be compared with it later. */
function PrintDate() {
  const { texts } = useI18n();
  const date = showDateTime(useNow().toISOString());
  return (
    <Box sx={{ display: 'none', displayPrint: 'block', typography: 'body2' }}>
      {fillTemplate(texts.form.printed, { date })}
    </Box>
  );
}
