import { Alert, Typography, useMediaQuery } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { mayWrite } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { displayTitle } from '../../../descriptor/title.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { messageOf } from '../../client/http.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useResource, useFullLabel } from '../../kit/use-resource.ts';
import { useText } from '../../messages/use-text.ts';
import { CheckField } from '../../resource/check-field.tsx';
import { ChoiceRows } from './choice-rows.tsx';
import {
  choose,
  chosenOptions,
  differingIdentifiers,
  toDifferences,
  fullestOf,
  keepableRecords,
} from './differing-fields.ts';
import { merge, dryRunMerge, type FoundRecord, type MergeRequest } from './duplicates.ts';
import { useTexts } from '../../messages/texts.ts';
import type { Moved } from '../../../contract/duplicates.ts';
import { useUndo } from '../../resource/undo/use-undo.ts';
import { Status } from '../../kit/status/status.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { requireItem } from '../../../fields/require-entry.ts';

type MergeDialogProps = {
  resource: Resource;
  records: readonly FoundRecord[];
  onClose: () => void;
  onMerged: (gone: readonly string[]) => void;
};

/** Chooses the record that stays and its values, and shows what will refer to it. */
export function MergeDialog({ resource, records, onClose, onMerged }: MergeDialogProps) {
  const texts = useTexts('duplicates');
  const write = useNumberFormat();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const { kept, request, ...choice } = useChoices(resource, records);
  const dryRun = useQuery({
    queryKey: ['merge', resource.name, request],
    queryFn: ({ signal }) => dryRunMerge(resource, request, signal),
    retry: false,
    gcTime: 0,
  });
  const merging = useMerge(resource, request, onMerged);
  const differing = differingIdentifiers(resource, records);
  const [isSure, setSure] = useState(false);
  const failure = merging.error ?? dryRun.error;
  return (
    <DialogFrame
      title={fillTemplate(texts.mergeTitle, { count: write(records.length) })}
      maxWidth="md"
      fullScreen={isNarrow}
      content={{ sx: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 } }}
      cancel={texts.cancel}
      action={texts.doMerge}
      isLoading={merging.isPending}
      isDisabled={dryRun.isError || (differing.length > 0 && !isSure)}
      onAction={() => merging.mutate()}
      onClose={onClose}
    >
      {differing.length > 0 && (
        <DifferingAlert differing={differing} isSure={isSure} onSure={setSure} />
      )}
      <MovedNote
        title={displayTitle(resource, kept)}
        moved={dryRun.data?.moved}
        isPending={dryRun.isPending}
      />
      <ChoiceRows resource={resource} records={records} {...choice} />
      {choice.differences.length === 0 && <Typography>{texts.same}</Typography>}
      {failure && <Alert severity="error">{messageOf(failure)}</Alert>}
    </DialogFrame>
  );
}

/** The record that stays and its values as chosen, and the request that they make. */
function useChoices(resource: Resource, records: readonly FoundRecord[]) {
  const { descriptor, role } = useConfig();
  const view = useResource(resource.name);
  const fields = [...resource.fields.values()].filter(
    ({ name, computed }) => computed === undefined && mayWrite(descriptor, role, resource, name),
  );
  const differences = toDifferences(fields, records);
  const [keep, setKeep] = useState(() => fullestOf(fields, keepableRecords(view, records)));
  const [choices, setChoices] = useState<Readonly<Record<string, number>>>({});
  const chosen = chosenOptions(differences, choices, keep);
  const request: MergeRequest = {
    keep,
    merge: records.flatMap(({ _id }) => (_id === keep ? [] : [_id])),
    versions: Object.fromEntries(records.map(({ _id, _version }) => [_id, _version])),
    values: Object.fromEntries(
      differences.flatMap(({ field, options }, index) => {
        const option = requireItem(options, requireItem(chosen, index));
        return option.ids.includes(keep) ? [] : [[field.name, option.value]];
      }),
    ),
  };
  return {
    kept: requireItem(
      records,
      records.findIndex(({ _id }) => _id === keep),
    ),
    request,
    keep,
    onKeep: setKeep,
    differences,
    chosen,
    onChoose: (name: string, index: number) =>
      setChoices(choose(differences, choices, keep, { name, index })),
  };
}

/** Merges the records and offers to undo it. If one has changed meanwhile, they are read again. */
function useMerge(
  resource: Resource,
  request: MergeRequest,
  onMerged: MergeDialogProps['onMerged'],
) {
  const texts = useTexts('duplicates');
  const write = useNumberFormat();
  const notify = useNotify();
  const refresh = useRefresh();
  const undo = useUndo();
  return useMutation({
    mutationFn: () => merge(resource, request),
    onSuccess: ({ gone, merge: changeSet }) => {
      const message = fillTemplate(texts.merged, { count: write(request.merge.length + 1) });
      notify(message, {
        type: 'success',
        ...(changeSet !== null && {
          action: { label: texts.undo, run: () => void undo({ changeSet }) },
        }),
      });
      refresh();
      onMerged(gone);
    },
    onError: (error) => {
      if (!('status' in error && error.status === 412)) return;
      notify(texts.changed, { type: 'warning' });
      onMerged([]);
    },
  });
}

type DifferingAlertProps = {
  differing: ReturnType<typeof differingIdentifiers>;
  isSure: boolean;
  onSure: (isSure: boolean) => void;
};

/** Identifiers of which the records have different values. The user has to confirm that they are the same thing. */
function DifferingAlert({ differing, isSure, onSure }: DifferingAlertProps) {
  const texts = useTexts('duplicates');
  const say = useText();
  const identifiers = differing.map(
    ({ field, values }) => `${say(field.label)} (${values.map(String).join(', ')})`,
  );
  return (
    <Alert severity="warning">
      {fillTemplate(texts.differing, { identifiers: identifiers.join('; ') })}
      <CheckField
        label={texts.differingSure}
        checked={isSure}
        onChange={onSure}
        sx={{ display: 'flex', mt: 0.5 }}
      />
    </Alert>
  );
}

type MovedNoteProps = { title: string; moved: readonly Moved[] | undefined; isPending: boolean };

/** The references that will lead to the record that stays. */
function MovedNote({ title, moved, isPending }: MovedNoteProps) {
  const texts = useTexts('duplicates');
  const labelOf = useFullLabel();
  const write = useNumberFormat();
  if (moved === undefined)
    return isPending ? <Typography component={Status}>{texts.checking}</Typography> : null;
  const moves = moved.map(({ resource, field, count }) =>
    fillTemplate(texts.move, { count: write(count), label: labelOf(resource, field) }),
  );
  return (
    <Typography component={Status}>
      {moves.length === 0
        ? texts.takesNothing
        : fillTemplate(texts.takes, { title, moves: moves.join(', ') })}
    </Typography>
  );
}
