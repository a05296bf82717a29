import type { Moved } from '../../../contract/duplicates.ts';
import { Typography } from '@mui/material';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { useText } from '../../messages/use-text.ts';
import { useNumber } from '../../kit/use-number.ts';
import { Status } from '../../kit/status/status.tsx';
import { useTexts } from '../../messages/texts.ts';

type MovedNoteProps = { title: string; moved: readonly Moved[] | undefined; isPending: boolean };

/** What will refer to the record that stays. */
export function MovedNote({ title, moved, isPending }: MovedNoteProps) {
  const texts = useTexts('duplicates');
  const say = useText();
  const write = useNumber();
  const { descriptor } = useConfig();
  if (moved === undefined)
    return isPending ? <Typography component={Status}>{texts.rehearsing}</Typography> : null;
  const moves = moved.map(({ resource: name, field, count }) => {
    const resource = descriptor.resources.get(name);
    const label = [resource?.label, resource?.fields.get(field)?.label]
      .flatMap((text) => (text === undefined ? [] : [say(text)]))
      .join(' · ');
    return fillTemplate(texts.move, { count: write(count), label: label || name });
  });
  return (
    <Typography component={Status}>
      {moves.length === 0
        ? texts.takesNothing
        : fillTemplate(texts.takes, { title, moves: moves.join(', ') })}
    </Typography>
  );
}
