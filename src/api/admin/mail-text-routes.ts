import { MailPreview, MailText, MailTexts } from '../../contract/mail-texts.ts';
import type { Parameter } from '../http/operation/operation.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { route, type Route, withProof } from '../http/route.ts';
import {
  listTexts,
  mailPreviewBody,
  mailWordsBody,
  previewText,
  resetText,
  saveText,
} from './mail-texts.ts';

const tags = ['admin'];

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
    route('GET', '/api/admin/mailtexts', listTexts, 'admin', () => ({
      operationId: 'listMailTexts',
      summary: 'List the words of all emails',
      tags,
      responses: { 200: json('The words', MailTexts) },
    })),
    withProof(
      route('PUT', one, saveText, 'admin', () => ({
        operationId: 'saveMailText',
        summary: 'Change the words of an email',
        description:
          'Plain text with placeholders from the list. The email is written when it is sent, so emails that wait get the new words too.',
        tags,
        parameters,
        requestBody: jsonBody(mailWordsBody, example),
        responses: { 200: json('The words', MailText) },
        problems: [404, 413, 415, 422],
      })),
    ),
    withProof(
      route('DELETE', one, resetText, 'admin', () => ({
        operationId: 'resetMailText',
        summary: 'Go back to the standard words of an email',
        tags,
        parameters,
        responses: { 204: { description: 'The standard text is sent again' } },
        problems: [404],
      })),
    ),
    route('POST', '/api/admin/mailtexts/preview', previewText, 'admin', () => ({
      operationId: 'previewMailText',
      summary: 'Preview the words of an email',
      description: 'Stores nothing.',
      tags,
      requestBody: jsonBody(mailPreviewBody, { ...example, kind: 'passwordReset', language: 'en' }),
      responses: { 200: json('The email with sample values', MailPreview) },
      problems: [404, 413, 415, 422],
    })),
  ];
}
