import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
} from '@mui/material';
import { useState, type FormEvent } from 'react';
import { call, fillTemplate, useText } from '../../admin/extending.ts';
import { useConfig } from '../../admin/client/config.tsx';
import { messageOf } from '../../admin/client/http.ts';
import { kinds, type Kind } from './kinds.ts';
import { readPrintedNumbers } from './suggest/printed-numbers.ts';
import { texts } from './overview-texts.ts';
import type { TermItemProps } from './search-target.ui.tsx';
import type { Term } from './contract.ts';

/** The two fields that a new target needs: its identifier, and its name. */
const fields: Record<Kind, { key: string; name: string }> = {
  chem: { key: 'casId', name: 'commonName' },
  chemFunction: { key: 'key', name: 'name' },
  foodContactArticle: { key: 'key', name: 'name' },
  foodContactMaterial: { key: 'key', name: 'name' },
};

/** Creates a missing target and maps the term to it. The user fills in the rest on the target's own page. */
export function CreateTarget(props: TermItemProps) {
  const { term, kind, onOpen } = props;
  const say = useText();
  const { resource, values, setValues, failure, isBusy, create } = useNewTarget(props);
  const labelOf = (part: 'key' | 'name'): string =>
    say(resource?.fields.get(fields[kind][part])?.label ?? texts[part]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void create();
  };
  return (
    <Dialog
      open
      onClose={() => onOpen(undefined)}
      fullWidth
      maxWidth="sm"
      aria-labelledby="new-target"
    >
      <form onSubmit={submit}>
        <DialogTitle id="new-target">
          {fillTemplate(say(texts.createTitle), { term: term.printed })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {failure !== undefined && <Alert severity="error">{failure}</Alert>}
          {(['key', 'name'] as const).map((part, index) => (
            <TextField
              key={part}
              autoFocus={index === 0}
              required
              label={labelOf(part)}
              value={values[part]}
              onChange={(event) => setValues({ ...values, [part]: event.target.value })}
              sx={{ mt: 1 }}
            />
          ))}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onOpen(undefined)}>{say(texts.cancel)}</Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            {say(texts.createAndMap)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The target that the user fills in; `create` makes its record, if it is one, and maps the term to it. */
function useNewTarget({ term, kind, onOpen, onSettle }: TermItemProps) {
  const { resources } = useConfig().descriptor;
  const resource = resources.get(kinds[kind].of ?? '');
  const [values, setValues] = useState(() => toFirstValues(kind, term));
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const createRecord = async (root: string): Promise<string> => {
    const body = { [fields[kind].key]: values.key, [fields[kind].name]: values.name };
    return (await call<{ _id: string }>(root, { method: 'POST', body })).json._id;
  };
  const create = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const target = resource ? await createRecord(resource.root) : values.key.trim();
      const name = values.name.trim() || target;
      onOpen(undefined);
      onSettle({ is: 'mapped', choice: { target, name, method: 'manual' } });
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return { resource, values, setValues, failure, isBusy, create };
}

function toFirstValues(kind: Kind, { printed, printedCas }: Term): { key: string; name: string } {
  const name = printed.trim().replace(/\s+/g, ' ');
  if (kind === 'chem') {
    const beside = printedCas?.trim() ?? '';
    return { key: readPrintedNumbers(name, beside).numbers[0] ?? beside, name };
  }
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return { key: slug.slice(0, 80), name };
}
