import { MailPreview, MailText, MailTexts } from '../../contract/mail-texts.ts';
import type { Parameter } from '../http/operation/operation.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { route, type Route, provenAdmin } from '../http/route.ts';
import {
  listTexts,
  mailPreviewBody,
  mailWordsBody,
  previewText,
  resetText,
  saveText,
} from './mail-texts.ts';

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
    route('POST /api/admin/mailtexts/preview', previewText, 'admin', () => ({
      operationId: 'previewMailText',
      summary: 'Preview the words of an email',
      description: 'Stores nothing.',
      requestBody: jsonBody(mailPreviewBody, { ...example, kind: 'passwordReset', language: 'en' }),
      responses: { 200: json('The email with sample values', MailPreview) },
      problems: [404],
    })),
  ];
}
