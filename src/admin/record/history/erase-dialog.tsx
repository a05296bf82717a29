import {
  Alert,
  Autocomplete,
  Checkbox,
  DialogContentText,
  FormControlLabel,
  TextField,
} from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, type Identifier } from 'react-admin';
import type { Erased } from '../../../contract/past.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Field } from '../../../fields/type/field.ts';
import { call, messageOf } from '../../client/http.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';

/** Erases earlier values of a record from all that is kept of it, once an admin has agreed. */
export function EraseDialog({ id, onClose }: { id: Identifier; onClose: () => void }) {
  const { readable } = useResource();
  const say = useText();
  const { erase: own, cancel } = useTexts('changes');
  const [fields, setFields] = useState<readonly Field[]>([]);
  const [isAll, setAll] = useState(false);
  const [isAgreed, setAgreed] = useState(false);
  const { mutate, isPending, error } = useErasure(id, onClose);
  const isChosen = isAll || fields.length > 0;
  return (
    <DialogFrame
      title={own.title}
      isGrave
      cancel={cancel}
      action={own.do}
      isDisabled={!isChosen || !isAgreed}
      isLoading={isPending}
      isBusy={isPending}
      onAction={() => mutate(isAll ? {} : { fields: fields.map(({ name }) => name) })}
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: 1.5 }}>{own.lead}</DialogContentText>
      {!isAll && (
        <Autocomplete
          multiple
          disableCloseOnSelect
          size="small"
          options={readable.filter(({ computed }) => computed === undefined)}
          value={[...fields]}
          getOptionLabel={(field) => say(field.label)}
          getOptionKey={(field) => field.name}
          onChange={(_, chosen) => setFields(chosen)}
          renderInput={(params) => (
            <TextField {...params} label={own.fields} helperText={!isChosen && own.choose} />
          )}
        />
      )}
      <FormControlLabel
        control={<Checkbox checked={isAll} onChange={(_, is) => setAll(is)} />}
        label={own.allFields}
      />
      <DialogContentText sx={{ mt: 1 }}>{own.erased}</DialogContentText>
      <DialogContentText sx={{ mt: 1 }}>{own.kept}</DialogContentText>
      <FormControlLabel
        sx={{ mt: 1 }}
        control={<Checkbox checked={isAgreed} onChange={(_, is) => setAgreed(is)} />}
        label={own.agree}
      />
      {error && <Alert severity="error">{messageOf(error)}</Alert>}
    </DialogFrame>
  );
}

/** Erases the fields, or all of them, tells the user what was erased, and closes. */
function useErasure(id: Identifier, onClose: () => void) {
  const { resource } = useResource();
  const { number } = useI18n();
  const { done } = useTexts('changes').erase;
  const notify = useNotify();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: { fields?: readonly string[] }) => {
      const path = `${resource.root}/${encodeURIComponent(id)}/erase`;
      return (await call<Erased>(path, { method: 'POST', body, timeout: false })).json;
    },
    onSuccess: async ({ versions, files }) => {
      const message = fillTemplate(done, { versions: number(versions), files: number(files) });
      notify(message, { type: 'success' });
      onClose();
      await queries.invalidateQueries({ queryKey: [resource.name] });
    },
  });
}
