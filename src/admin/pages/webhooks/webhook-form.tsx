import { headOf } from '../../../fields/text/head-of-path.ts';
import {
  Alert,
  Autocomplete,
  Box,
  Checkbox,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  TextField,
} from '@mui/material';
import { useCallback, useState } from 'react';
import type { NewWebhook, Webhook, WebhookEvent } from '../../../contract/webhooks.ts';
import { readableFields } from '../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { useConfig } from '../../client/config.tsx';
import { capitalise, messageOf, problemsOf } from '../../client/http.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { StoredFilterInput } from '../../list/filters/stored-filter-input.tsx';
import {
  isFilterFinished,
  noFilter,
  readStoredFilter,
  writeStoredFilter,
} from '../../list/filters/stored-filter.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { RoleChoice } from '../people/role-choice.tsx';
import { useCollectionNames } from './use-collection-names.ts';
import { saveWebhook, webhookEvents } from './webhooks.ts';

type WebhookFormProps = {
  /** Absent: a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onSaved: (saved: Webhook | NewWebhook) => void;
};

/** Makes or changes a webhook. The server checks it, and its problems are shown beside their fields. */
export function WebhookForm({ webhook, onClose, onSaved }: WebhookFormProps) {
  const texts = useTexts('webhooks');
  const say = useText();
  const collectionNames = useCollectionNames();
  const { descriptor, role: own } = useConfig();
  const [values, setValues] = useState(() => {
    const { resources = [], role = own, filter } = webhook ?? {};
    const resource = descriptor.resources.get(resources[0] ?? '');
    return {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      resources: [...resources],
      events: webhook?.events ?? [...webhookEvents],
      role,
      filter: readStoredFilter({ descriptor, role, resource }, filter),
      fields: [...(webhook?.fields ?? [])],
    };
  });
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  // Filter and fields belong to one collection.
  const [first = '', ...more] = values.resources;
  const resource = more.length > 0 ? undefined : descriptor.resources.get(first);
  const offers = useCallback((path: FilterPath) => isSent(resource, path.path), [resource]);

  const helpOf = (name: string, help = '') => {
    const ownProblems = problems.filter(({ path }) => path === name || path.startsWith(`${name}.`));
    const text = ownProblems.map((each) => capitalise(problemText(each))).join('; ');
    return { error: ownProblems.length > 0, helperText: text || help };
  };

  async function save(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    const { resources, fields, ...rest } = values;
    const filter = writeStoredFilter(values.filter);
    const body = { ...rest, filter, fields: fields.length > 0 ? fields : null };
    try {
      onSaved(await saveWebhook(webhook?.id, webhook ? body : { ...body, resources }));
    } catch (error) {
      const newProblems = problemsOf(error).filter(({ path }) => path !== '');
      setProblems(newProblems);
      if (newProblems.length === 0) setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <DialogFrame
      title={webhook ? webhook.name : texts.make}
      cancel={texts.cancel}
      action={texts.save}
      isForm
      isDisabled={
        !isFilterFinished(values.filter) ||
        values.name.trim() === '' ||
        values.url.trim() === '' ||
        values.resources.length === 0
      }
      isLoading={isBusy}
      isBusy={isBusy}
      onAction={() => void save()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1, '& .MuiTextField-root': { m: 0 } }}>
        {failure && <Alert severity="error">{failure}</Alert>}
        <TextField
          label={texts.name}
          required
          autoFocus
          value={values.name}
          {...helpOf('name')}
          onChange={({ target }) => set({ name: target.value })}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <TextField
          label={texts.url}
          required
          type="url"
          value={values.url}
          {...helpOf('url', texts.urlHelp)}
          onChange={({ target }) => set({ url: target.value })}
        />
        {!webhook && (
          <Autocomplete
            multiple
            disableCloseOnSelect
            size="small"
            options={[...descriptor.resources.keys()]}
            value={values.resources}
            getOptionLabel={(name) => collectionNames([name])}
            onChange={(_, names) => set({ resources: names, filter: noFilter, fields: [] })}
            renderInput={(params) => (
              <TextField
                {...params}
                label={texts.resources}
                // Chosen ones are no text of the input, which the browser would find empty.
                required={first === ''}
                {...helpOf('resources', more.length > 0 ? texts.severalHelp : undefined)}
              />
            )}
          />
        )}
        <Events
          chosen={values.events}
          {...helpOf('events')}
          onChange={(events) => set({ events })}
        />
        <div>
          <RoleChoice label={texts.role} value={values.role} onChange={(role) => set({ role })} />
          <FormHelperText error={helpOf('role').error}>
            {helpOf('role', texts.roleHelp).helperText}
          </FormHelperText>
        </div>
        {resource && (
          <StoredFilterInput
            label={texts.filter}
            resource={resource}
            role={values.role}
            offers={offers}
            value={values.filter}
            {...helpOf('filter', texts.filterHelp)}
            onChange={(filter) => set({ filter })}
          />
        )}
        {resource && (
          <Autocomplete
            multiple
            size="small"
            options={sentFields(descriptor, values.role, resource)}
            value={values.fields}
            getOptionLabel={(name) => {
              const field = resource.fields.get(name);
              return field ? say(field.label) : name;
            }}
            onChange={(_, fields) => set({ fields })}
            renderInput={(params) => (
              <TextField {...params} label={texts.fields} {...helpOf('fields', texts.fieldsHelp)} />
            )}
          />
        )}
      </Box>
    </DialogFrame>
  );
}

type EventsProps = {
  chosen: readonly WebhookEvent[];
  error: boolean;
  helperText: string;
  onChange: (events: WebhookEvent[]) => void;
};

function Events({ chosen, error, helperText, onChange }: EventsProps) {
  const texts = useTexts('webhooks');
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <FormLabel component="legend">{texts.eventsTitle}</FormLabel>
      <FormGroup row>
        {webhookEvents.map((event) => (
          <FormControlLabel
            key={event}
            label={texts.events[event]}
            control={
              <Checkbox
                checked={chosen.includes(event)}
                onChange={(_, isChosen) =>
                  onChange(
                    webhookEvents.filter((each) =>
                      each === event ? isChosen : chosen.includes(each),
                    ),
                  )
                }
              />
            }
          />
        ))}
      </FormGroup>
      {helperText && <FormHelperText error={error}>{helperText}</FormHelperText>}
    </Box>
  );
}

/** The fields that a webhook of a role can send. */
function sentFields(descriptor: Descriptor, role: string, resource: Resource): string[] {
  return readableFields(descriptor, role, resource).filter((name) => isSent(resource, name));
}

/** Computed values are not in the history, which webhooks read. */
function isSent(resource: Resource | undefined, path: string): boolean {
  return !isDerived(resource?.fields.get(headOf(path)));
}
