import { Alert, Box, Button, TextField } from '@mui/material';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { messageOf } from '../client/http.ts';
import { keysText } from '../kit/keys/key-names.ts';
import { Hint } from '../kit/hint.tsx';
import { announce } from '../kit/status/announcer.ts';
import { useTexts } from '../messages/texts.ts';
import { nameSign, toStored, type Named } from './mentions.ts';
import { drafts } from '../kit/beside/open-threads.ts';
import { SuggestionList, toOptionId } from './suggestion-list.tsx';
import {
  useSuggestions,
  type Suggestion,
  type Suggestions,
  type ThreadPlace,
} from './use-suggestions.ts';

type Sending = { label: string; onSend: (text: string) => Promise<unknown> };

type MessageInputProps = {
  place: ThreadPlace;
  /** Under this name the text stays while it is not sent. */
  draft: string;
  label: string;
  first?: { text: string; named: Named };
  /** The buttons that send it, the usual one first. */
  sends: readonly Sending[];
  error: Error | null;
  isPending: boolean;
  onCancel?: (() => void) | undefined;
  autoFocus?: boolean;
  /** Between the text and its buttons. */
  children?: ReactNode;
};

/** A text to send, in which `@` names people and `#` records. What is not sent stays, also when it fails. */
export function MessageInput(props: MessageInputProps) {
  const { place, label, sends, error, isPending, onCancel, children } = props;
  const texts = useTexts('threads');
  const area = useRef<HTMLTextAreaElement>(null);
  const suggestions = useSuggestions(place, area);
  const message = useMessage(props, suggestions, area);
  const list = useId();
  const { found, at } = suggestions;
  const isOpen = suggestions.typed !== undefined;
  const chosen =
    isOpen && found.length > 0 ? { 'aria-activedescendant': toOptionId(list, at) } : {};
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        multiline
        minRows={2}
        maxRows={10}
        fullWidth
        label={label}
        value={message.text}
        inputRef={area}
        autoFocus={props.autoFocus ?? false}
        onChange={({ target }) => {
          message.write(target.value);
          suggestions.read();
        }}
        onSelect={() => suggestions.read()}
        onBlur={() => suggestions.close()}
        onKeyDown={message.press}
        slotProps={{
          htmlInput: {
            'aria-autocomplete': 'list',
            ...(isOpen && { 'aria-controls': list }),
            ...chosen,
          },
        }}
        sx={{ m: 0 }}
      />
      {isOpen && <SuggestionList {...{ list, area, suggestions }} onChoose={message.choose} />}
      {children}
      {error && (
        <Alert severity="error">
          {messageOf(error)} {texts.kept}
        </Alert>
      )}
      <SendButtons {...{ sends, isPending, onCancel }} text={message.text} onSend={message.send} />
      <Hint variant="caption" sx={{ '@media (hover: none)': { display: 'none' } }}>
        {fillTemplate(texts.hint, { keys: keysText('Ctrl+Enter') })}
      </Hint>
    </Box>
  );
}

/** The text, what it names, and what keys do in it. */
function useMessage(
  { draft, first, sends, isPending }: MessageInputProps,
  suggestions: Suggestions,
  area: RefObject<HTMLTextAreaElement | null>,
) {
  const texts = useTexts('threads');
  const [{ text, named }, setWritten] = useState(() => drafts.get(draft) ?? first ?? nothing);
  /** Where it stands after the next rendering, before another key comes. */
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current !== undefined) area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const write = (next: string, names: Named = named): void => {
    setWritten({ text: next, named: names });
    if (next === '') drafts.delete(draft);
    else drafts.set(draft, { text: next, named: names });
  };
  const send = async ({ onSend }: Sending): Promise<void> => {
    if (text.trim() === '' || isPending) return;
    try {
      await onSend(toStored(text, named));
      write('', new Map());
      announce(texts.sent);
    } catch {
      // The error stands below the text, which stays.
    }
  };
  const choose = ({ id, name, isDisabled }: Suggestion): void => {
    const { typed } = suggestions;
    if (!typed || isDisabled) return;
    const names = new Map(named);
    const sign = nameSign(names, typed.mark, name, `${typed.mark}[${id}]`);
    const end = typed.from + 1 + typed.words.length;
    write(`${text.slice(0, typed.from)}${sign} ${text.slice(end)}`, names);
    suggestions.close();
    caret.current = typed.from + sign.length + 1;
  };
  const press = (event: KeyboardEvent): void => {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    const [usual] = sends;
    if (isSend && usual) void send(usual);
    if (!isSend && !pressInList(event.key, suggestions, choose)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { text, write, send, choose, press };
}

const nothing: { text: string; named: Named } = { text: '', named: new Map() };

/** The keys of an open list of suggestions; false for all others. */
function pressInList(
  key: string,
  { typed, found, at, move, close }: Suggestions,
  choose: (suggestion: Suggestion) => void,
): boolean {
  const current = found[at];
  if (!typed) return false;
  if (key === 'Escape') close();
  else if (!current) return false;
  else if (key === 'ArrowDown') move(1);
  else if (key === 'ArrowUp') move(-1);
  else if (key === 'Enter' || key === 'Tab') choose(current);
  else return false;
  return true;
}

type SendButtonsProps = Pick<MessageInputProps, 'sends' | 'isPending' | 'onCancel'> & {
  text: string;
  onSend: (sending: Sending) => Promise<void>;
};

function SendButtons({ sends, isPending, onCancel, text, onSend }: SendButtonsProps) {
  const texts = useTexts('threads');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {sends.map((sending, index) => (
        <Button
          key={sending.label}
          size="small"
          variant={index === 0 ? 'contained' : 'outlined'}
          disabled={text.trim() === ''}
          loading={isPending}
          onClick={() => void onSend(sending)}
        >
          {sending.label}
        </Button>
      ))}
      {onCancel && (
        <Button size="small" color="inherit" onClick={onCancel}>
          {texts.cancel}
        </Button>
      )}
    </Box>
  );
}
