import { problemTexts } from '../../fields/problem-codes.ts';
import { viewSchema } from '../preferences/desk-operations.ts';
import type { Schema } from '../http/operation/operation.ts';

const text = { type: 'string' };
const nullableText = { type: ['string', 'null'] };
const count = { type: 'integer', minimum: 0 };

const one: Schema = {
  type: 'object',
  required: ['code', 'path', 'message'],
  properties: {
    code: { type: ['string', 'integer'], description: 'Stable; `11000` is a duplicate.' },
    path: { ...text, description: "A field (`tagtog.id`), a parameter, or '' for the whole." },
    message: { ...text, description: 'In English.' },
    hint: { ...text, description: 'What would be right.' },
    params: { type: 'object', description: 'What the placeholders of the text stand for.' },
  },
};

const problemDocument: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'problems', 'requestId'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: text,
    code: {
      type: ['string', 'integer'],
      description: `That of the first problem. One of ${Object.keys(problemTexts).length}; see docs/problems.md.`,
    },
    problems: { type: 'array', items: { $ref: '#/components/schemas/ProblemItem' } },
    requestId: { ...text, description: 'The log has the whole story under it.' },
    current: { type: 'object', description: 'With 412: the record as it is now.' },
    referrers: {
      type: 'array',
      description: 'With 409 of a deletion: what refers to the record.',
      items: { type: 'object', properties: { resource: text, field: text, count } },
    },
  },
};

const user: Schema = {
  type: 'object',
  required: ['_id', 'name', 'email', 'organisation', 'role', 'status'],
  properties: {
    _id: text,
    name: text,
    email: text,
    organisation: nullableText,
    role: text,
    status: { enum: ['pending', 'confirmed', 'disabled', 'invited'] },
  },
};

const time = { type: 'string', format: 'date-time' };

const profile: Schema = {
  allOf: [
    { $ref: '#/components/schemas/User' },
    {
      type: 'object',
      required: ['language', 'theme'],
      properties: {
        orcid: { ...nullableText, description: 'Where users have one.' },
        language: {
          ...nullableText,
          description: 'To be written to in; null: the first of the app.',
        },
        theme: { enum: ['light', 'dark', 'system', null] },
      },
    },
  ],
};

const ownSession: Schema = {
  type: 'object',
  required: ['id', 'current', 'browser', 'system', 'createdAt', 'usedAt', 'expiresAt'],
  properties: {
    id: text,
    current: { type: 'boolean', description: 'The one this was asked in.' },
    browser: { ...nullableText, description: 'Such as `Firefox`, as far as it can be told.' },
    system: { ...nullableText, description: 'Such as `Windows` or `iPhone`.' },
    userAgent: nullableText,
    address: { ...nullableText, description: 'Where it was opened from.' },
    createdAt: time,
    usedAt: { ...time, description: 'When it last got a new access token.' },
    expiresAt: time,
  },
};

const bulkSummary: Schema = {
  type: 'object',
  required: [
    'total',
    'created',
    'updated',
    'unchanged',
    'deleted',
    'failed',
    'duplicates',
    'problems',
  ],
  properties: {
    total: count,
    created: count,
    updated: count,
    unchanged: count,
    deleted: count,
    failed: { ...count, description: 'All that failed, also beyond the first 1000 problems.' },
    duplicates: { ...count, description: 'Of the failed, those with code 11000.' },
    warnings: {
      ...count,
      description: 'Of an import: rows that could go in and deserve a look.',
    },
    leftOut: { ...count, description: 'Of an import: rows that were left out as was asked.' },
    warned: {
      type: 'array',
      maxItems: 1000,
      description: 'Of an import: what deserves a look.',
      items: {
        allOf: [
          { $ref: '#/components/schemas/ProblemItem' },
          {
            type: 'object',
            properties: {
              row: { type: 'integer', minimum: 1 },
              column: text,
              value: text,
              proposed: { ...text, description: 'What was probably meant; `take` takes it.' },
            },
          },
        ],
      },
    },
    referencesCreated: {
      type: 'object',
      additionalProperties: count,
      description: 'Of an import asked to: records made because rows refer to them, by resource.',
    },
    problems: {
      type: 'array',
      maxItems: 1000,
      items: {
        allOf: [
          { $ref: '#/components/schemas/ProblemItem' },
          {
            type: 'object',
            properties: {
              _id: text,
              row: { type: 'integer', minimum: 1 },
              column: { ...text, description: 'Of a file: the column it stands in.' },
              value: { ...text, description: 'Of a file: what stands there.' },
              proposed: { ...text, description: 'What was probably meant; `take` takes it.' },
            },
          },
        ],
      },
    },
  },
};

/** Schemas that are the same in every installation. */
export const fixedSchemas: Readonly<Record<string, Schema>> = {
  Problem: problemDocument,
  ProblemItem: one,
  User: user,
  Profile: profile,
  Session: ownSession,
  BulkSummary: bulkSummary,
  View: viewSchema,
};
