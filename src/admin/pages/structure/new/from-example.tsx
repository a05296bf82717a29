import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { requireEntry, requireItem } from '../../../../fields/require-entry.ts';
import { Hint } from '../../../kit/hint.tsx';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { CheckField } from '../../../resource/check-field.tsx';
import { useLabelOf } from '../settings/use-label-of.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { PlaceInputs } from './collection-details.tsx';
import { CreateBar } from './create-bar.tsx';
import { addExample, type Choice, examples, fieldsOf, leftOut } from './example-collections.ts';
import { useCollectionDetails } from './use-collection-details.ts';

/** Collections from the gallery, all of an example or some. */
export function FromExample() {
  const texts = useTexts('structure-new');
  const words: Readonly<Record<string, { label: string; text: string }>> = texts.examples;
  const details = useCollectionDetails();
  const { declared = {} } = useStructureDraft();
  const { chosen, choose, choice, unwanted, setUnwanted } = useChoice();
  const { example, names } = choice;
  const [first = ''] = names;
  const { group, permissions, file } = details;
  const { languages = ['en'] } = asObject(declared['app']);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <Box sx={{ display: 'grid', maxWidth: 372 }}>
        <NativeSelect
          label={texts.example}
          value={chosen}
          options={[...examples.keys()].map((one) => [one, words[one]?.label ?? one])}
          onChange={choose}
        />
      </Box>
      <Hint>{words[chosen]?.text}</Hint>
      <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {Object.keys(example.resources).map((name) => (
          <ExampleCollection
            key={name}
            {...{ choice, name }}
            onChange={(isWanted) =>
              setUnwanted(isWanted ? unwanted.filter((one) => one !== name) : [...unwanted, name])
            }
          />
        ))}
      </Box>
      <PlaceInputs details={details} />
      <CreateBar
        details={{ ...details, name: first, nameProblem: undefined, isReady: true }}
        isBegun={unwanted.length > 0}
        missing={names.length === 0 ? texts.missingExample : undefined}
        make={(files) =>
          addExample(files, choice, {
            path: file,
            languages: Array.isArray(languages) ? languages.map(String) : ['en'],
            settings: { ...(group !== '' && { group }), permissions: permissions.rights },
          })
        }
      />
    </Box>
  );
}

/** The example that the person has chosen, and its collections without those that they do not want. */
function useChoice() {
  const { declared = {} } = useStructureDraft();
  const [chosen, setChosen] = useState(requireItem([...examples.keys()], 0));
  const [unwanted, setUnwanted] = useState<readonly string[]>([]);
  const example = requireEntry(examples, chosen);
  const taken = ['users', ...Object.keys(asObject(declared['resources']))];
  const free = Object.keys(example.resources).filter((name) => !taken.includes(name));
  const names = free.filter((name) => !unwanted.includes(name));
  const choice: Choice = { example, names, taken };
  const choose = (next: string): void => {
    setChosen(next);
    setUnwanted([]);
  };
  return { chosen, choose, choice, unwanted, setUnwanted };
}

type ExampleProps = { choice: Choice; name: string; onChange: (isWanted: boolean) => void };

/** A collection of an example with its fields, and what becomes of its references. */
function ExampleCollection({ choice, name, onChange }: ExampleProps) {
  const texts = useTexts('structure-new');
  const { types } = useTexts('structure');
  const labelOf = useLabelOf();
  const { example, names, taken } = choice;
  const declaration = example.resources[name];
  const isTaken = taken.includes(name);
  const lost = leftOut(choice, name);
  const labels = Object.fromEntries(
    fieldsOf(declaration).map(([field, one]) => [field, labelOf(one, field)]),
  );
  const fields = fieldsOf(declaration).map(([field, { type, to }]) => {
    const target = to === undefined ? undefined : labelOf(example.resources[to], to);
    const kind = target === undefined ? (types[type] ?? type) : `→ ${target}`;
    return `${labels[field]} (${kind})`;
  });
  return (
    <li>
      <CheckField
        label={labelOf(declaration, name)}
        checked={names.includes(name)}
        disabled={isTaken}
        onChange={onChange}
      />
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {fields.join(', ')}
      </Typography>
      {isTaken && <Hint>{fillTemplate(texts.takenExample, { name })}</Hint>}
      {names.includes(name) && lost.length > 0 && (
        <Hint>
          {fillTemplate(texts.leftOut, { fields: lost.map((one) => labels[one]).join(', ') })}
        </Hint>
      )}
    </li>
  );
}
