import { spokenProblem } from '../../kit/status/spoken-problem.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { Status } from '../../kit/status/status.tsx';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { call, capitalise, problemsOf } from '../../client/http.ts';
import { useNotify } from 'react-admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Box, Typography, Button, Card, Chip, TextField } from '@mui/material';
import { useState, type ChangeEvent } from 'react';
import type { MailText, MailTexts, MailPreview } from '../../../contract/mail-texts.ts';
import { isLanguage, languageNames } from '../../../fields/problems/languages.ts';
import { NativeSelect, inputsSx } from '../../kit/native-select.tsx';
import { QueryState, useApiQuery } from '../../kit/loading/query-state.tsx';
import { useLanguage } from '../../messages/language.ts';
import { useTexts } from '../../messages/texts.ts';
import { adminPage } from './admin-page.tsx';

/** The words of the emails that the application sends, for admins to change. */
export const MailTextsPage = adminPage('mailtexts', MailWords);

function MailWords() {
  const { loading, mailTexts: texts, outbox } = useTexts('people');
  const current = useLanguage();
  const [kind, setKind] = useState('invitation');
  const [language, setLanguage] = useState<string>(current);
  const { data, error } = useApiQuery<MailTexts>(mailTextsKey, mailTextsPath);
  if (error || data === undefined) return <QueryState error={error} isPending loading={loading} />;
  const kinds = [...new Set(data.data.map((each) => each.kind))];
  const languages = [...new Set(data.data.map((each) => each.language))];
  const of = (each: MailText): boolean => each.kind === kind;
  const shown =
    data.data.find((each) => of(each) && each.language === language) ?? data.data.find(of);
  const labelOf = (name: string): string => {
    const label = (outbox.kinds as Record<string, string>)[name] ?? name;
    const isOwn = data.data.some((each) => each.kind === name && each.own !== null);
    return isOwn ? `${label} (${texts.changed})` : label;
  };
  return (
    <>
      <Typography sx={{ mb: 1.5, color: 'text.secondary' }}>{texts.lead}</Typography>
      <Box sx={{ ...inputsSx(180, 760), mb: 2 }}>
        <NativeSelect
          label={outbox.kind}
          value={kind}
          options={kinds.map((each) => [each, labelOf(each)])}
          onChange={setKind}
        />
        {languages.length > 1 && (
          <NativeSelect
            label={texts.language}
            value={shown?.language ?? language}
            options={languages.map((each) => [each, isLanguage(each) ? languageNames[each] : each])}
            onChange={setLanguage}
          />
        )}
      </Box>
      {shown && <MailTextForm key={`${shown.kind} ${shown.language}`} mail={shown} />}
    </>
  );
}

type Words = { subject: string; text: string };

/** The words of one kind of email in one language: edits, previews and stores them, or goes back to the standard. */
function MailTextForm({ mail }: { mail: MailText }) {
  const texts = useTexts('people').mailTexts;
  const { kind, language, placeholders, standard, own } = mail;
  const [words, setWords] = useState<Words>(() => toWords(own ?? standard));
  const [preview, setPreview] = useState<MailPreview>();
  const { problems, clear, ...work } = useMailWork(`/${kind}/${language}`);
  const change = (part: Partial<Words>): void => {
    setWords({ ...words, ...part });
    setPreview(undefined);
    clear();
  };
  const restoreStandard = (): void => change(toWords(standard));
  const insert = (name: string): void => {
    const text = words.text.trimEnd();
    change({ text: `${text}${text === '' ? '' : '\n\n'}{${name}}` });
  };
  const inputOf = (name: keyof Words, maxLength: number, help?: string) => ({
    required: true,
    label: texts[name],
    value: words[name],
    error: problems[name] !== undefined,
    helperText: spokenProblem(problems[name]) ?? help,
    slotProps: { htmlInput: { maxLength } },
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: target.value }),
  });
  return (
    <Box sx={formSx}>
      <TextField {...inputOf('subject', 200)} />
      <TextField {...inputOf('text', 10_000, texts.textHelp)} multiline minRows={8} />
      <Placeholders placeholders={placeholders} onInsert={insert} />
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
            onClick={() => work.reset.mutate(undefined, { onSuccess: restoreStandard })}
          >
            {texts.reset}
          </Button>
        )}
      </Box>
      <Status>{preview && <Preview preview={preview} />}</Status>
    </Box>
  );
}

type PlaceholdersProps = {
  placeholders: MailText['placeholders'];
  onInsert: (name: string) => void;
};

/** What the server fills in. A click inserts a placeholder at the end of the text. */
function Placeholders({ placeholders, onInsert }: PlaceholdersProps) {
  const { mailTexts: texts } = useTexts('people');
  return (
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
          onClick={() => onInsert(name)}
        />
      ))}
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

/** Where the words of emails are, and the key under which the page has read them. */
const mailTextsPath = '/api/admin/mailtexts';
const mailTextsKey = ['mailtexts'];
