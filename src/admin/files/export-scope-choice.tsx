import {
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { fillTemplate } from '../../fields/fill-template.ts';
import { useNumber } from '../kit/use-number.ts';
import { Status } from '../kit/status/status.tsx';
import type { ExportScope } from './use-export-scopes.ts';
import { useTexts } from '../messages/texts.ts';

type ExportScopeChoiceProps = {
  scopes: readonly ExportScope[];
  scope: ExportScope;
  onChange: (name: ExportScope['name']) => void;
};

/** Which records the file gets, with how many they are; where all can be meant only, how many come. */
export function ExportScopeChoice({ scopes, scope, onChange }: ExportScopeChoiceProps) {
  const { export: texts } = useTexts('transfer');
  const number = useNumber();
  const title = useId();
  if (scopes.length === 1) return <Count total={scope.total} />;
  return (
    <FormControl>
      <FormLabel id={title}>{texts.which}</FormLabel>
      <RadioGroup
        aria-labelledby={title}
        value={scope.name}
        onChange={(_, name) => onChange(name as ExportScope['name'])}
      >
        {scopes.map(({ name, total }) => (
          <FormControlLabel
            key={name}
            value={name}
            control={<Radio size="small" />}
            label={fillTemplate(texts.scopes[name], {
              count: total === undefined ? '…' : number(total),
            })}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

function Count({ total }: { total: number | undefined }) {
  const { export: texts, loading } = useTexts('transfer');
  const number = useNumber();
  const text = total === undefined ? loading : fillTemplate(texts.count, { count: number(total) });
  return <Typography component={Status}>{text}</Typography>;
}
