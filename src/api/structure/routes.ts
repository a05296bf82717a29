import {
  OwnStructureDraft,
  SavedStructureDraft,
  StructureDrafts,
} from '../../contract/structure/drafts.ts';
import {
  DescriptorTexts,
  StructureChange,
  StructureCheck,
  StructurePlan,
} from '../../contract/structure/texts.ts';
import { asQuestion, onceRoute, provenConfigurer, type Route, route } from '../http/route.ts';
import type { Parameter } from '../http/operation/operation.ts';
import { ifMatch } from '../http/operation/parameters.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { answerApply, answerUndo, applyBody } from './apply.ts';
import {
  answerDrafts,
  answerOwnDraft,
  discardDraft,
  draftBody,
  endDraft,
  saveDraft,
  takeOverDraft,
} from './drafts.ts';
import { expressionValuesRoute } from './expression-values.ts';
import { inferRoute } from './infer.ts';
import { answerCheck, answerPlan, answerTexts, textsBody } from './texts.ts';

/** The routes that change the descriptor: its texts, what they would do, and the change itself. */
export function structureRoutes(): Route[] {
  return [
    route('GET /api/structure/descriptor', answerTexts, 'configurer', () => ({
      operationId: 'structure.descriptor',
      summary: 'Get the texts of the descriptor',
      description:
        'For roles with `configure` or `all`: the descriptor and the files it includes, with their comments. If the file of this server is older than a change made in the browser, these are the texts of that change.',
      responses: {
        200: json('The texts, and the hash that a change of them needs', DescriptorTexts),
      },
      problems: [404],
    })),
    asQuestion(
      route('POST /api/structure/check', answerCheck, 'configurer', () => ({
        operationId: 'structure.check',
        summary: 'Check texts of a descriptor',
        description: 'Finds all problems, as `npx backoffice check` does. Writes nothing.',
        requestBody: jsonBody(textsBody),
        responses: { 200: json('The problems, with file, line and column', StructureCheck) },
        problems: [404, 429],
      })),
    ),
    asQuestion(
      route('POST /api/structure/plan', answerPlan, 'configurer', () => ({
        operationId: 'structure.planTexts',
        summary: 'Plan a change of the descriptor',
        description:
          'What these texts would change in the database, as `npx backoffice plan --json` prints it. Writes nothing. Records that prevent a step are named only to roles with `all`.',
        requestBody: jsonBody(textsBody),
        responses: { 200: json('The plan', StructurePlan) },
        problems: [404, 422, 429],
      })),
    ),
    onceRoute('POST /api/structure/apply', answerApply, provenConfigurer, () => ({
      operationId: 'structure.apply',
      summary: 'Change the descriptor',
      description:
        'Carries out a plan and writes the texts to the file, if this server may write it; otherwise the database keeps them, and they count. All or nothing. 409 if the tables, the descriptor or its texts have changed since the plan and `base`, if a step needs consent, or if nobody could change the descriptor again.',
      requestBody: jsonBody(applyBody),
      responses: { 200: json('What was done', StructureChange) },
      problems: [404, 409, 422, 429, 503],
    })),
    onceRoute('POST /api/structure/undo', answerUndo, provenConfigurer, () => ({
      operationId: 'structure.undo',
      summary: 'Undo the last change of the descriptor',
      description:
        'Takes back the last change made in the browser, for 30 days: the tables, and the texts to the byte. Values written since stay. 409 if something else was applied or saved since.',
      responses: { 200: json('What was taken back', StructureChange) },
      problems: [404, 409, 429, 503],
    })),
    inferRoute(),
    expressionValuesRoute(),
    ...draftRoutes(),
  ];
}

const person: Parameter = {
  name: 'person',
  in: 'path',
  required: true,
  schema: { type: 'string' },
};

const ownDraft = () => json('Your draft', OwnStructureDraft);

/** The routes of drafts: changes that are not applied, of each person who may change the descriptor. */
function draftRoutes(): Route[] {
  return [
    route('GET /api/structure/drafts', answerDrafts, 'configurer', () => ({
      operationId: 'structure.drafts',
      summary: 'List drafts of the descriptor',
      responses: { 200: json('The drafts', StructureDrafts) },
    })),
    route('GET /api/structure/drafts/mine', answerOwnDraft, 'configurer', () => ({
      operationId: 'structure.ownDraft',
      summary: 'Get your draft of the descriptor',
      responses: { 200: ownDraft() },
    })),
    route('PUT /api/structure/drafts/mine', saveDraft, 'configurer', () => ({
      operationId: 'structure.saveDraft',
      summary: 'Save your draft of the descriptor',
      parameters: [ifMatch(false)],
      requestBody: jsonBody(draftBody),
      responses: { 200: json('The version', SavedStructureDraft) },
      problems: [404, 409, 412, 422, 429],
    })),
    route('DELETE /api/structure/drafts/mine', endDraft, 'configurer', () => ({
      operationId: 'structure.discardDraft',
      summary: 'Discard your draft of the descriptor',
      parameters: [ifMatch(true)],
      responses: { 204: { description: 'Discarded' } },
      problems: [412, 428],
    })),
    route('DELETE /api/structure/drafts/:person', discardDraft, 'configurer', () => ({
      operationId: 'structure.discardDraftOf',
      summary: 'Discard the draft of another person',
      parameters: [person, ifMatch(true)],
      responses: { 204: { description: 'Discarded' } },
      problems: [404, 412, 428],
    })),
    onceRoute('POST /api/structure/drafts/:person/take', takeOverDraft, 'configurer', () => ({
      operationId: 'structure.takeDraft',
      summary: 'Take over the draft of another person',
      parameters: [person],
      responses: { 200: ownDraft() },
      problems: [404, 409],
    })),
  ];
}
