import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import type { MailText, MailTexts } from '../../../contract/mail-texts.ts';
import { isLanguage, languageNames } from '../../../fields/problems/languages.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { QueryState, useApiQuery } from '../../kit/loading/query-state.tsx';
import { useLanguage } from '../../messages/language.ts';
import { useTexts } from '../../messages/texts.ts';
import { adminPage } from './admin-page.tsx';
import { MailTextForm } from './mail-text-form.tsx';
import { mailTextsKey, mailTextsPath } from './mail-texts.ts';

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
      <Box sx={choicesSx}>
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

const choicesSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 180px), 1fr))',
  gap: 1.5,
  maxWidth: 760,
  mb: 2,
};
