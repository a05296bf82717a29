import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode } from 'react';
import { useTranslate, type RaRecord } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { displayTitle } from '../../../descriptor/title.ts';
import { systemFieldTable } from '../../../descriptor/system-fields.ts';
import { useText } from '../../use-text.ts';
import { FieldValue, isNothing } from '../field-value.tsx';
import { PageTitle } from '../page-title.tsx';
import type { ListState } from '../record-link.tsx';
import { toListPath } from '../screen-paths.ts';
import { useResource } from '../use-resource.ts';

type RecordHeaderProps = {
  record?: RaRecord;
  children?: ReactNode;
};

/** What the page is of, who made it and when, the way back to the list, and what can be done. */
export function RecordHeader({ record, children }: RecordHeaderProps) {
  const { resource, may } = useResource();
  const say = useText();
  const translate = useTranslate();
  const back = useBackPath();
  const label = say(resource.label);
  const title = record ? displayTitle(resource, record) : translate('form.new');
  return (
    <Box component="header" sx={{ mb: 2 }}>
      <PageTitle title={title} of={label} />
      {may('list') && (
        <Button
          size="small"
          color="inherit"
          startIcon={<ArrowBackIcon />}
          component={Link}
          to={back}
          sx={{ ml: -0.5, mb: 0.5, color: 'text.secondary', displayPrint: 'none' }}
        >
          {label}
        </Button>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <Typography component="h2" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {record && <Stamps record={record} />}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, displayPrint: 'none' }}>
          {children}
        </Box>
      </Box>
    </Box>
  );
}

/** The list one came from, as it was; the fresh one after a reload elsewhere. */
export function useBackPath(): string {
  const { resource } = useResource();
  const state = useLocation().state as ListState | null;
  return `${toListPath(resource)}${state?.list ?? ''}`;
}

function Stamps({ record }: { record: RaRecord }) {
  const translate = useTranslate();
  const isChanged = record._version !== 1;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }} component="div">
      <Stamp what={translate('form.created')} record={record} at="createdAt" by="createdBy" />
      {isChanged && (
        <>
          {' · '}
          <Stamp what={translate('form.changed')} record={record} at="updatedAt" by="updatedBy" />
          {' · '}
          {translate('form.version', { version: record._version as number })}
        </>
      )}
    </Typography>
  );
}

type StampProps = { what: string; record: RaRecord; at: string; by: string };

function Stamp({ what, record, at, by }: StampProps) {
  const translate = useTranslate();
  return (
    <>
      {what} <SystemValue name={at} value={record[at]} />
      {!isNothing(record[by]) && (
        <>
          {` ${translate('form.by')} `}
          <SystemValue name={by} value={record[by]} />
        </>
      )}
    </>
  );
}

function SystemValue({ name, value }: { name: string; value: unknown }) {
  return <FieldValue field={systemFieldTable.get(name)!} value={value} place="list" />;
}
