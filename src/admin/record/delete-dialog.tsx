import { Alert, DialogContentText, Box } from '@mui/material';
import { useMemo } from 'react';
import { useDataProvider, type RaRecord, type Identifier } from 'react-admin';
import { useRecordTitle } from '../resource/use-record-title.ts';
import { mayDo } from '../../descriptor/access.ts';
import { referringFields, visibleTo } from '../../descriptor/relations.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { useConfig } from '../client/config.tsx';
import type { RecordProvider } from '../client/data-provider.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { DialogFrame } from '../kit/dialog-frame.tsx';
import { useOfferUndo } from '../resource/undo/use-offer-undo.ts';
import { useUndoable } from '../resource/undo/use-undoable.ts';
import { newChangeSet } from '../client/undo-steps.ts';
import { useResource } from '../kit/use-resource.ts';
import { toListPath } from '../kit/screen-paths.ts';
import { useChildTotals } from './children/use-child-totals.ts';
import { useRefresh } from './use-refresh.ts';
import { TextLink } from '../kit/text-link.tsx';
import { messageOf, problemsOf } from '../client/http.ts';
import { useMutation } from '@tanstack/react-query';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { useTexts } from '../messages/texts.ts';

type DeleteDialogProps = {
  record: RaRecord;
  /** Leads away from the record that no longer exists. */
  onDeleted: () => void | Promise<void>;
  onClose: () => void;
};

/** Asks before it deletes. A record in use stays, and links lead to what uses it. */
export function DeleteDialog({ record, onDeleted, onClose }: DeleteDialogProps) {
  const { resource } = useResource();
  const texts = useTexts('app');
  const { run, isBusy, trouble } = useDelete(record, onDeleted);
  const referrers = useReferrers(record);
  const uses = [trouble?.problems ?? [], referrers].find((all) => all.some(isReferrer));
  const isStuck = trouble !== null || uses !== undefined;
  return (
    <DialogFrame
      title={fillTemplate(texts.form.deleteTitle, { title: useRecordTitle(resource, record) })}
      isBusy={isBusy}
      isGrave
      focus="cancel"
      isCancelDisabled={isBusy}
      cancel={isStuck ? texts.list.close : texts.list.cancel}
      action={isStuck ? undefined : texts.form.delete}
      isLoading={isBusy}
      onAction={run}
      onClose={onClose}
    >
      {!isStuck && <WhatDeletingMeans />}
      {isStuck && (
        <Alert severity={uses ? 'info' : 'error'}>
          {uses ? texts.form.inUse : trouble?.message}
        </Alert>
      )}
      {uses && <ReferringLinks id={record.id} problems={uses} />}
    </DialogFrame>
  );
}

function WhatDeletingMeans() {
  const { name, trash } = useResource().resource;
  const { form } = useTexts('app');
  const { days } = trash;
  if (days === 0) return <DialogContentText>{form.deleteText}</DialogContentText>;
  return (
    <DialogContentText>
      {fillTemplate(form.deleteTextTrash, { count: days })}
      {name === 'users' && ` ${form.deleteUserTrash}`}
    </DialogContentText>
  );
}

/** What refers to the record, as far as the user may list it; only the server knows the rest. */
function useReferrers(record: RaRecord): readonly Problem[] {
  const { resource } = useResource();
  const { descriptor, role } = useConfig();
  const lists = useMemo(
    () =>
      referringFields(visibleTo(descriptor, role), resource)
        .filter((each) => mayDo(descriptor, role, each.resource, 'list'))
        .map((each) => ({ resource: each.resource, path: each.field })),
    [descriptor, role, resource],
  );
  const totals = useChildTotals(lists, record.id);
  return lists.flatMap((list, index) => {
    const count = totals[index] ?? 0;
    const params = { resource: list.resource.name, field: list.path, count };
    return count > 0 ? [problem('S004', '', params)] : [];
  });
}

function useDelete(record: RaRecord, onDeleted: DeleteDialogProps['onDeleted']) {
  const { resource } = useResource();
  const provider = useDataProvider<RecordProvider>();
  const refresh = useRefresh();
  const offerUndo = useOfferUndo();
  const undoable = useUndoable();
  const texts = useTexts('app');
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      const changeSet = newChangeSet();
      await provider.delete(resource.name, {
        id: record.id,
        previousData: record,
        meta: { changeSet },
      });
      offerUndo(texts.form.deleted, undoable('delete', changeSet) ? changeSet : undefined);
      await onDeleted();
      await refresh();
    },
  });
  const trouble = error && { message: messageOf(error), problems: problemsOf(error) };
  return { run: () => mutate(), isBusy: isPending || isSuccess, trouble };
}

/** What refers to a record: the number in each list by field, each a link to exactly those records. */
export function ReferringLinks({ id, problems }: { id: Identifier; problems: readonly Problem[] }) {
  return (
    <Box component="ul" sx={{ mt: 2, mb: 0, pl: 2.5 }}>
      {problems.filter(isReferrer).map((each, index) => (
        <li key={index}>
          <ReferringLink id={id} problem={each} />
        </li>
      ))}
    </Box>
  );
}

function isReferrer({ code }: Problem): boolean {
  return code === 'S004';
}

function ReferringLink({ id, problem: { params = {} } }: { id: Identifier; problem: Problem }) {
  const { descriptor, role } = useConfig();
  const { say, number } = useI18n();
  const resource = descriptor.resources.get(String(params.resource));
  const field = resource?.fields.get(String(params.field));
  const count = number(Number(params.count));
  if (resource === undefined) return `${params.resource ?? ''}: ${count}`;
  const by = field === undefined ? '' : ` (${say(field.label)})`;
  const text = `${say(resource.label)}: ${count}${by}`;
  if (field === undefined || !mayDo(descriptor, role, resource, 'list')) return text;
  return <TextLink to={toListPath(resource, { [field.name]: id })}>{text}</TextLink>;
}
