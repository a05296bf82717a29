import CloseIcon from '@mui/icons-material/Close';
import {
  Autocomplete,
  Box,
  Checkbox,
  FormControlLabel,
  IconButton,
  TextField,
} from '@mui/material';
import { mayDo, readableFields } from '../../../descriptor/access.ts';
import { operations, type Resource } from '../../../descriptor/descriptor.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { StoredFilterInput } from '../../list/filters/stored-filter-input.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { type GrantDraft, newGrant } from './grant-draft.ts';

type GrantFormProps = {
  draft: GrantDraft;
  /** The role of the owner of the key. */
  role: string;
  /** The names of the collections to choose among, this one included. */
  choices: readonly string[];
  /** Whether the key has no other grant, so that the rest is all. */
  isOnly: boolean;
  onChange: (draft: GrantDraft) => void;
  onRemove: () => void;
};

/** What a key may do in one collection: operations, fields and records. */
export function GrantForm({ draft, role, choices, isOnly, onChange, onRemove }: GrantFormProps) {
  const texts = useTexts('keys');
  const say = useText();
  const { descriptor } = useConfig();
  const resource = descriptor.resources.get(draft.collection);
  const nameOf = (name: string): string => {
    const label = descriptor.resources.get(name)?.label;
    if (label) return say(label);
    return isOnly ? texts.allCollections : texts.everyOther;
  };
  const offered = operations.filter(
    (operation) => !resource || mayDo(descriptor, role, resource, operation),
  );
  const name = nameOf(draft.collection);
  return (
    <Box role="group" aria-label={name} sx={groupSx}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: 1 }}>
          <NativeSelect
            label={texts.collection}
            value={draft.collection}
            options={choices.map((each) => [each, nameOf(each)] as const)}
            onChange={(collection) => onChange(newGrant(collection))}
          />
        </Box>
        <IconButton
          aria-label={fillTemplate(texts.removeCollection, { name })}
          onClick={onRemove}
          size="small"
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box role="group" aria-label={texts.operations}>
        {offered.map((operation) => (
          <FormControlLabel
            key={operation}
            label={texts.operation[operation]}
            control={<Checkbox size="small" />}
            checked={draft.operations.includes(operation)}
            onChange={(_, isChecked) =>
              onChange({
                ...draft,
                operations: operations.filter((each) =>
                  each === operation ? isChecked : draft.operations.includes(each),
                ),
              })
            }
          />
        ))}
      </Box>
      {resource && <Narrower draft={draft} role={role} resource={resource} onChange={onChange} />}
    </Box>
  );
}

const groupSx = {
  display: 'grid',
  gap: 1,
  p: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
};

type NarrowerProps = Pick<GrantFormProps, 'draft' | 'role' | 'onChange'> & { resource: Resource };

/** The fields and records of a collection that exist for the key. */
function Narrower({ draft, role, resource, onChange }: NarrowerProps) {
  const texts = useTexts('keys');
  const say = useText();
  const { descriptor } = useConfig();
  const readable = readableFields(descriptor, role, resource);
  return (
    <>
      <Autocomplete
        multiple
        size="small"
        options={[...readable]}
        value={[...draft.fields]}
        getOptionLabel={(field) => say(resource.fields.get(field)?.label ?? { en: field })}
        getOptionKey={(field) => field}
        onChange={(_, fields) => onChange({ ...draft, fields })}
        renderInput={(params) => (
          <TextField
            {...params}
            label={texts.fields}
            helperText={draft.fields.length === 0 ? texts.allFields : undefined}
            sx={{ m: 0 }}
          />
        )}
      />
      <StoredFilterInput
        label={texts.filter}
        resource={resource}
        role={role}
        value={draft.filter}
        onChange={(filter) => onChange({ ...draft, filter })}
      />
    </>
  );
}
