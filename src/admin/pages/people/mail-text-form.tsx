import { Box, Button, Card, Chip, TextField, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { MailPreview, MailText } from '../../../contract/mail-texts.ts';
import { call, capitalise, problemsOf } from '../../client/http.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { Status } from '../../kit/status/status.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { mailTextsKey, mailTextsPath } from './mail-texts.ts';
import { spokenProblem } from '../../kit/status/spoken-problem.tsx';

type Words = { subject: string; text: string };

/** The words of one kind of email in one language: edits, previews and stores them, or goes back to the standard. */
export function MailTextForm({ mail }: { mail: MailText }) {
  const { mailTexts: texts } = useTexts('people');
  const { kind, language, placeholders, standard, own } = mail;
  const [words, setWords] = useState<Words>(() => toWords(own ?? standard));
  const [preview, setPreview] = useState<MailPreview>();
  const { problems, clear, ...work } = useMailWork(`/${kind}/${language}`);
  const change = (part: Partial<Words>): void => {
    setWords({ ...words, ...part });
    setPreview(undefined);
    clear();
  };
  const insert = (name: string): void => {
    const text = words.text.trimEnd();
    change({ text: `${text}${text === '' ? '' : '\n\n'}{${name}}` });
  };
  return (
    <Box sx={formSx}>
      <TextField
        required
        label={texts.subject}
        value={words.subject}
        error={problems['subject'] !== undefined}
        helperText={spokenProblem(problems['subject'])}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <TextField
        required
        multiline
        minRows={8}
        label={texts.text}
        value={words.text}
        error={problems['text'] !== undefined}
        helperText={spokenProblem(problems['text']) ?? texts.textHelp}
        slotProps={{ htmlInput: { maxLength: 10_000 } }}
        onChange={({ target }) => change({ text: target.value })}
      />
      <Box component="section" aria-label={texts.placeholders} sx={rowSx}>
        <Typography component="span" variant="body2" sx={{ alignSelf: 'center' }}>
          {texts.placeholders}:
        </Typography>
        {placeholders.map(({ name, isRequired }) => (
          <Chip
            key={name}
            size="small"
            variant="outlined"
            color={isRequired ? 'primary' : 'default'}
            label={`{${name}}${isRequired ? ` (${texts.required})` : ''}`}
            aria-label={texts.insert.replace('{placeholder}', `{${name}}`)}
            onClick={() => insert(name)}
          />
        ))}
      </Box>
      <Box sx={rowSx}>
        <Button
          variant="contained"
          loading={work.save.isPending}
          onClick={() => work.save.mutate(words)}
        >
          {texts.save}
        </Button>
        <Button
          variant="outlined"
          loading={work.show.isPending}
          onClick={() => work.show.mutate({ ...words, kind, language }, { onSuccess: setPreview })}
        >
          {texts.preview}
        </Button>
        {own !== null && (
          <Button
            color="error"
            loading={work.reset.isPending}
            onClick={() =>
              work.reset.mutate(undefined, { onSuccess: () => change(toWords(standard)) })
            }
          >
            {texts.reset}
          </Button>
        )}
      </Box>
      <Status>{preview && <Preview preview={preview} />}</Status>
    </Box>
  );
}

function Preview({ preview: { subject, text } }: { preview: MailPreview }) {
  const { mailTexts: texts } = useTexts('people');
  return (
    <Card component="section" aria-label={texts.previewOf} sx={{ p: 2 }}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {subject}
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
    </Card>
  );
}

/** Stores, resets and previews words; keeps the problems of both fields. */
function useMailWork(rest: string) {
  const { mailTexts: texts } = useTexts('people');
  const queries = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const path = mailTextsPath + rest;
  const done = async (text: string): Promise<void> => {
    notify(text, { type: 'success' });
    await queries.invalidateQueries({ queryKey: mailTextsKey });
  };
  const onError = (error: Error): void => {
    const entries = problemsOf(error).map((each) => [each.path, capitalise(problemText(each))]);
    setProblems(Object.fromEntries(entries.toReversed()));
    if (entries.length === 0) notifyError(error);
  };
  const save = useMutation({
    mutationFn: (words: Words) => call(path, { method: 'PUT', body: words }),
    onSuccess: () => done(texts.saved),
    onError,
  });
  const reset = useMutation({
    mutationFn: () => call(path, { method: 'DELETE' }),
    onSuccess: () => done(texts.resetDone),
    onError,
  });
  const show = useMutation({
    mutationFn: async (body: Words & { kind: string; language: string }) =>
      (await call<MailPreview>(`${mailTextsPath}/preview`, { method: 'POST', body })).json,
    onError,
  });
  return { save, reset, show, problems, clear: () => setProblems({}) };
}

const toWords = ({ subject, text }: Words): Words => ({ subject, text });

const formSx = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
  maxWidth: 760,
};

const rowSx = { display: 'flex', flexWrap: 'wrap', gap: 1 };
