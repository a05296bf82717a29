import { StoredFile } from '../../contract/files.ts';
import { FormReceipt, FormView } from '../../contract/public-form.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { toFormDescriptor } from '../../descriptor/permissions/as-public.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { requireEntry } from '../../fields/require-entry.ts';
import type { Call } from '../http/call.ts';
import { once, query } from '../http/operation/parameters.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { queryRoute, type Route, route } from '../http/route.ts';
import type { EventServices } from '../live/routes.ts';
import { fileBody, fileName } from '../http/operation/blobs.ts';
import { toEntrySchema } from '../records/record-schemas.ts';
import { confirmBody, confirmEntry } from './confirm-entry.ts';
import { describeForm } from './describe-form.ts';
import { answerPublic, toPublicCall, withFormerName } from './routes.ts';
import { statusOfForm, submitForm } from './submit-form.ts';
import { uploadForForm } from './upload-file.ts';
import { fileFieldsOf, type OpenForm } from './write-entry.ts';

/** The routes of the public forms: `POST /api/public/signups`. */
export function formRoutes(descriptor: Descriptor, live: EventServices): Route[] {
  return [...descriptor.resources.values()].flatMap((resource) => {
    const form = resource.publicForm;
    if (!form) return [];
    const seen = toFormDescriptor(descriptor, resource);
    const narrowed = requireEntry(seen.resources, resource.name);
    const open: OpenForm = { form, seen, narrowed, resource };
    const submit = (call: Call) =>
      submitForm(toPublicCall(call, seen), open, () => live.events.announce());
    const show = async (call: Call) =>
      answerPublic(call, JSON.stringify(await describeForm(toPublicCall(call, seen), open)), {});
    return withFormerName(descriptor, resource, [
      route(`GET /api/public/${resource.name}/form`, show, 'nobody', () => ({
        operationId: `${resource.name}.publicForm`,
        summary: `Describe the public form of ${textIn(resource.label, 'en')}`,
        responses: { 200: json('The form', FormView) },
      })),
      route(`POST /api/public/${resource.name}`, submit, 'nobody', () => ({
        operationId: `${resource.name}.publicCreate`,
        summary: `Send the public form of ${textIn(resource.label, 'en')}`,
        parameters: [once],
        requestBody: jsonBody(toEntrySchema(narrowed, form.fields)),
        responses: {
          [statusOfForm(form)]: json('The entry is stored, or an email is on its way', FormReceipt),
        },
        problems: [409],
      })),
      ...(form.confirm === undefined ? [] : [confirmRoute(open, live)]),
      ...(fileFieldsOf(open).length === 0 ? [] : [uploadRoute(open)]),
    ]);
  });
}

function uploadRoute(open: OpenForm): Route {
  const { resource, seen } = open;
  const run = (call: Call) => uploadForForm(toPublicCall(call, seen), open);
  return queryRoute(`POST /api/public/${resource.name}/files`, run, 'nobody', () => ({
    operationId: `${resource.name}.publicUpload`,
    summary: `Upload a file for the public form of ${textIn(resource.label, 'en')}`,
    parameters: [
      query('field', { type: 'string', enum: fileFieldsOf(open) }, 'The field that it is for.'),
      fileName,
    ],
    requestBody: fileBody,
    responses: { 201: json('The file, whose `id` the entry can name.', StoredFile) },
    problems: [422],
  }));
}

function confirmRoute(open: OpenForm, live: EventServices): Route {
  const { resource, seen } = open;
  const confirm = (call: Call) =>
    confirmEntry(toPublicCall(call, seen), open, () => live.events.announce());
  return route(`POST /api/public/${resource.name}/confirm`, confirm, 'nobody', () => ({
    operationId: `${resource.name}.publicConfirm`,
    summary: `Confirm an entry in the public form of ${textIn(resource.label, 'en')}`,
    requestBody: jsonBody(confirmBody),
    responses: { 201: json('The entry is stored', FormReceipt) },
    problems: [409],
  }));
}
