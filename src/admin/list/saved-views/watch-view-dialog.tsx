import { Autocomplete, Button, DialogContentText, TextField } from '@mui/material';
import { useState } from 'react';
import { readableFields } from '../../../descriptor/access.ts';
import { pathsBeyond } from '../../../descriptor/filter/past-query.ts';
import { parseWhere } from '../../../descriptor/filter/where.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import { useConfig } from '../../client/config.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useLabels } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useWatchChange, useWatches } from '../../threads/use-watch.ts';
import { useQueryContext } from '../filters/filter-state.ts';
import type { ListView } from '../list-views.ts';

/** Begins, changes or ends the watch of a saved view: which records enter and leave it, and changes of chosen fields. */
export function WatchViewDialog({ view, onClose }: { view: ListView; onClose: () => void }) {
  const texts = useTexts('views');
  const app = useTexts('app');
  const { descriptor, role } = useConfig();
  const { ofField } = useLabels();
  const { resource } = useResource();
  const { data } = useWatches(resource.name);
  const { begin, end } = useWatchChange();
  const watch = data?.data.find((each) => each.view === view.id);
  const [chosen, setChosen] = useState<string[]>();
  const fields = chosen ?? [...(watch?.fields ?? [])];
  const act = (change: () => void) => (): void => {
    change();
    onClose();
  };
  const all = readableFields(descriptor, role, resource);
  const isMovedByOthers = useIsMovedByOthers(view);
  return (
    <DialogFrame
      title={fillTemplate(texts.watchTitle, { name: view.name })}
      maxWidth="xs"
      isForm
      cancel={app.list.cancel}
      action={watch ? app.form.save : texts.watchBegin}
      isDisabled={!data}
      beside={
        watch && (
          <Button color="inherit" sx={{ mr: 'auto' }} onClick={act(() => end(watch))}>
            {texts.watchEnd}
          </Button>
        )
      }
      onAction={act(() => begin({ view: view.id, fields }))}
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: 2 }}>
        {texts.watchText}
        {isMovedByOthers && ` ${texts.watchBeyond}`}
      </DialogContentText>
      <Autocomplete
        multiple
        size="small"
        // Computed values are not in the history, which a watch follows.
        options={all.filter((name) => !isDerived(resource.fields.get(name)))}
        value={fields}
        getOptionLabel={(name) => ofField(resource.name, name)}
        onChange={(_, names) => setChosen(names)}
        renderInput={(params) => <TextField {...params} label={texts.watchFields} />}
      />
    </DialogFrame>
  );
}

/** Whether records can move into the view or out of it without a change of theirs, which a watch does not follow. */
function useIsMovedByOthers({ where }: ListView): boolean {
  const context = useQueryContext();
  const { timeZone } = context.resource;
  let asksTime = false;
  const moment = {
    timeZone,
    userId: null,
    get now() {
      asksTime = true;
      return new Date();
    },
  };
  const read = parseWhere({ ...context, moment, where: where ?? {} });
  const filter = 'filter' in read ? read.filter : undefined;
  return asksTime || pathsBeyond(context.resource, filter).length > 0;
}
