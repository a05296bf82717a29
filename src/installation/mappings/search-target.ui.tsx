import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { visuallyHidden } from '../../admin/kit/visually-hidden.ts';
import { useText } from '../../admin/messages/use-text.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { Status } from '../../admin/kit/status/status.tsx';
import { texts } from './overview-texts.ts';
import { TargetButton } from './target-button.ui.tsx';
import type { TermItemProps } from './term-item.ui.tsx';
import type { Suggestion } from './contract.ts';
import { searchTargets } from './terms-api.ui.ts';
import { useDebounced } from './use-debounced.ui.ts';

type Answer = { asked: string; targets?: readonly Suggestion[]; failure?: string };

/** Another target than those suggested: what is typed is looked for, Enter takes the first. */
export function SearchTarget({ term, kind, onOpen, onSettle }: TermItemProps) {
  const say = useText();
  const [typed, setTyped] = useState('');
  const asked = useDebounced(typed.trim(), 200);
  const [answer, setAnswer] = useState<Answer>();

  useEffect(() => {
    let isOld = false;
    if (asked !== '')
      searchTargets(kind, asked).then(
        (targets) => isOld || setAnswer({ asked, targets }),
        (error: Error) => isOld || setAnswer({ asked, failure: error.message }),
      );
    return () => {
      isOld = true;
    };
  }, [kind, asked]);

  const { targets: found, failure } = answer?.asked === asked ? answer : {};
  // Searching is choosing by hand, however well it fits.
  const settle = ({ target, name }: Suggestion): void =>
    onSettle({ is: 'mapped', choice: { target, name, method: 'manual' } });
  const isFresh = asked === typed.trim();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextField
        autoFocus
        size="small"
        type="search"
        label={fillTemplate(say(texts.chooseFor), { term: term.printed })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onOpen(undefined);
          if (event.key === 'Enter' && isFresh && found?.[0]) settle(found[0]);
        }}
        error={failure !== undefined}
        helperText={failure}
        sx={{ maxWidth: 480 }}
      />
      <Typography component={Status} sx={visuallyHidden}>
        {found && fillTemplate(say(texts.found), { count: found.length })}
      </Typography>
      {found?.length === 0 && <Typography variant="body2">{say(texts.noSuggestion)}</Typography>}
      <Box
        component="ul"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, p: 0, listStyle: 'none' }}
      >
        {found?.map((choice) => (
          <TargetButton
            key={`${choice.target} ${choice.name}`}
            name={choice.name}
            note={choice.note}
            why={fillTemplate(say(texts[choice.method]), { score: Math.round(choice.score * 100) })}
            doing={say(texts.accept)}
            onClick={() => settle(choice)}
          />
        ))}
      </Box>
    </Box>
  );
}
