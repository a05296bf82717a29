import { MailPreview, MailText, MailTexts } from '../../contract/mail-texts.ts';
import type { Parameter } from '../http/operation/operation.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { asQuestion, route, type Route, provenAdmin } from '../http/route.ts';
import { z } from 'zod';
import { isLanguage, type Language } from '../../fields/problems/languages.ts';
import { valueCheck } from '../../fields/problems/value-check.ts';
import { mailKinds } from '../../mail/mails/write-letter.ts';
import { checkOwnWords, type OwnWords, templateOf } from '../../mail/own-words.ts';
import { previewMail } from '../../mail/preview.ts';
import {
  findMailText,
  listMailTexts,
  removeMailText,
  saveMailText,
  type StoredMailText,
} from '../../store/system/outbox/mail-texts.ts';
import type { MailKind } from '../../store/system/outbox/queue-mail.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { nonEmptyText } from '../accounts/bodies.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';
import { parseBody } from '../http/json-body.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../services/refusal.ts';

const inPath = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
});

const example = {
  subject: '{app}: a new password for {name}',
  text: 'Choose a new password within {duration}.\n\n{link}',
};

/** The routes of the words of emails, for admins. */
export function mailTextRoutes(): Route[] {
  const one = '/api/admin/mailtexts/:kind/:language';
  const parameters = [
    inPath('kind', 'The kind of email, from the list.'),
    inPath('language', 'One of the languages of the app.'),
  ];
  return [
    route('GET /api/admin/mailtexts', listTexts, 'admin', () => ({
      operationId: 'listMailTexts',
      summary: 'List the words of all emails',
      responses: { 200: json('The words', MailTexts) },
    })),
    route(`PUT ${one}`, saveText, provenAdmin, () => ({
      operationId: 'saveMailText',
      summary: 'Change the words of an email',
      description:
        'Plain text with placeholders from the list. The email is written when it is sent, so emails that wait get the new words too.',
      parameters,
      requestBody: jsonBody(mailWordsBody, example),
      responses: { 200: json('The words', MailText) },
    })),
    route(`DELETE ${one}`, resetText, provenAdmin, () => ({
      operationId: 'resetMailText',
      summary: 'Go back to the standard words of an email',
      parameters,
      responses: { 204: { description: 'The standard text is sent again' } },
    })),
    asQuestion(
      route('POST /api/admin/mailtexts/preview', previewText, 'admin', () => ({
        operationId: 'previewMailText',
        summary: 'Preview the words of an email',
        description: 'Stores nothing.',
        requestBody: jsonBody(mailPreviewBody, {
          ...example,
          kind: 'passwordReset',
          language: 'en',
        }),
        responses: { 200: json('The email with sample values', MailPreview) },
        problems: [404],
      })),
    ),
  ];
}

/** A line break in a subject would begin another header. */
const oneLine = valueCheck((text: string) =>
  /[\p{C}\u2028\u2029]/u.test(text) ? { code: 'V093' } : undefined,
);

const mailWordsBody = z.strictObject({
  subject: nonEmptyText.max(200).check(oneLine),
  text: nonEmptyText
    .max(10_000)
    .describe('Paragraphs, with an empty line between them. Greeting and closing are added.'),
});

const mailPreviewBody = mailWordsBody.extend({
  kind: z.enum(mailKinds),
  language: nonEmptyText,
});

/** Lists all kinds of mail in the languages of the app, with their words. */
async function listTexts(call: UserCall): Promise<Response> {
  const stored = await listMailTexts(call.services.database);
  const data = mailKinds.flatMap((kind) =>
    languagesOf(call).map((language) => {
      const own = stored.find((each) => each.kind === kind && each.language === language);
      return toMailText({ kind, language }, own);
    }),
  );
  return answer(call, 200, MailTexts, { data });
}

/** Stores the words of the installation for a kind of mail in a language. */
async function saveText(call: UserCall): Promise<Reply> {
  const of = mailOf(call, call.params);
  if (isRefusal(of)) return of;
  const body = await parseBody(call, mailWordsBody);
  if (isRefusal(body)) return body;
  const problems = checkOwnWords(of.kind, of.language, body.value);
  if (problems.length > 0) return refuse(problems);
  return await call.services.database.transaction(async (sql) => {
    await saveMailText(sql, of, body.value);
    await writeAudit(sql, { action: 'mailTextChanged', ...auditActorOf(call), detail: of });
    const own = await findMailText(sql, of.kind, of.language);
    return answer(call, 200, MailText, toMailText(of, own));
  });
}

/** Goes back to the standard words. */
async function resetText(call: UserCall): Promise<Reply> {
  const of = mailOf(call, call.params);
  if (isRefusal(of)) return of;
  await call.services.database.transaction(async (sql) => {
    if (await removeMailText(sql, of.kind, of.language))
      await writeAudit(sql, { action: 'mailTextReset', ...auditActorOf(call), detail: of });
  });
  return answerEmpty(call, 204);
}

/** Shows a mail in words that are not stored yet, with sample values. */
async function previewText(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, mailPreviewBody);
  if (isRefusal(body)) return body;
  const of = mailOf(call, body.value);
  if (isRefusal(of)) return of;
  const words: OwnWords = body.value;
  const problems = checkOwnWords(of.kind, of.language, words);
  if (problems.length > 0) return refuse(problems);
  const { publicUrl = new URL(call.request.url).origin } = call.services;
  const sender = { title: call.descriptor.app.title, publicUrl };
  const { subject, text } = previewMail(of.kind, of.language, words, sender);
  return answer(call, 200, MailPreview, { subject, text });
}

type Of = { kind: MailKind; language: Language };

/** The kind and the language that a call names, if there are such mails. */
function mailOf(
  call: UserCall,
  { kind, language }: Readonly<Record<string, unknown>>,
): Of | Refusal {
  const knownKind = mailKinds.find((each) => each === kind);
  const knownLanguage = languagesOf(call).find((each) => each === language);
  return knownKind && knownLanguage
    ? { kind: knownKind, language: knownLanguage }
    : refuseAs('S001');
}

function languagesOf({ descriptor }: UserCall): Language[] {
  return descriptor.app.languages.filter(isLanguage);
}

function toMailText({ kind, language }: Of, own: StoredMailText | undefined): MailText {
  const { placeholders, standard } = templateOf(kind, language);
  const words = own && { subject: own.subject, text: own.text, updatedAt: own.updatedAt };
  return { kind, language, placeholders: [...placeholders], standard, own: words ?? null };
}
