import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import type { Message, Thread } from '../../contract/people/threads.ts';
import { LazyView } from '../../fields/types/markdown/lazy-view.ui.tsx';
import { useConfig } from '../client/config.tsx';
import { ConfirmDialog } from '../kit/dialog-frame.tsx';
import { RelativeTime } from '../kit/formats/relative-time.tsx';
import { Hint } from '../kit/hint.tsx';
import { useTexts } from '../messages/texts.ts';
import { toMarkdown, toWritten } from './mentions.ts';
import { MessageInput } from './message-input.tsx';
import { useThreadChange, type ThreadChange } from './use-thread-change.ts';
import { placeOf } from './use-suggestions.ts';

type ThreadMessageProps = { thread: Thread; message: Message };

/** One message: who wrote it and when, and what its author can do with it. */
export function ThreadMessage({ thread, message }: ThreadMessageProps) {
  const texts = useTexts('threads');
  const [doing, setDoing] = useState<'edit' | 'remove'>();
  const stop = (): void => setDoing(undefined);
  const change = useThreadChange(thread.resource, stop);
  const path = `/${thread._id}/messages/${message._id}`;
  const author = thread.names[message.by ?? ''] ?? texts.somebody;
  return (
    <Box component="li" sx={{ py: 0.75 }}>
      <Box sx={headSx}>
        <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
          <bdi>{author}</bdi>
        </Typography>
        <Hint variant="caption" component="span">
          <RelativeTime moment={message.at} />
          {message.editedAt !== null && ` · ${texts.edited}`}
        </Hint>
        {message.mine && !message.removed && doing === undefined && (
          <Box sx={{ ml: 'auto', display: 'flex' }}>
            {message.mayEdit && (
              <Button size="small" color="inherit" sx={toolSx} onClick={() => setDoing('edit')}>
                {texts.edit}
              </Button>
            )}
            <Button size="small" color="inherit" sx={toolSx} onClick={() => setDoing('remove')}>
              {texts.remove}
            </Button>
          </Box>
        )}
      </Box>
      {doing === 'edit' ? (
        <MessageEdit {...{ thread, message, change, path }} onCancel={stop} />
      ) : (
        <MessageText {...{ thread, message }} />
      )}
      {doing === 'remove' && (
        <ConfirmDialog
          title={texts.removeTitle}
          text={change.error?.message ?? texts.removeText}
          isGrave
          cancel={texts.cancel}
          action={texts.remove}
          isLoading={change.isPending}
          onAction={() => change.mutate({ method: 'DELETE', path })}
          onClose={stop}
        />
      )}
    </Box>
  );
}

type MessageEditProps = ThreadMessageProps & {
  change: ThreadChange;
  path: string;
  onCancel: () => void;
};

function MessageEdit({ thread, message, change, path, onCancel }: MessageEditProps) {
  const texts = useTexts('threads');
  const save = (text: string) => change.mutateAsync({ method: 'PATCH', path, body: { text } });
  return (
    <Box sx={{ mt: 1 }}>
      <MessageInput
        place={placeOf(thread)}
        draft={`edit ${message._id}`}
        label={texts.text}
        first={toWritten(message.text, thread)}
        sends={[{ label: texts.save, onSend: save }]}
        error={change.error}
        isPending={change.isPending}
        onCancel={onCancel}
        autoFocus
      />
    </Box>
  );
}

function MessageText({ thread, message }: ThreadMessageProps) {
  const texts = useTexts('threads');
  const { descriptor } = useConfig();
  if (message.removed) return <Hint sx={{ fontStyle: 'italic' }}>{texts.removed}</Hint>;
  return (
    <Box sx={textSx}>
      <LazyView text={toMarkdown(message.text, thread, descriptor, texts)} />
    </Box>
  );
}

const headSx = { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 };

const toolSx = { minWidth: 0, px: 0.75, py: 0, color: 'text.secondary', fontSize: '0.75rem' };

const textSx = {
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
  '& p': { my: 0.5 },
  '& a': { color: 'primary.main' },
};
