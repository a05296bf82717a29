import type { Resources } from './planning.ts';

const text = { type: 'text' };

/** A descriptor, and the one after it in which everything has another name. */
export const namesBefore: Resources = {
  sources: {
    fields: {
      journal: text,
      state: { type: 'choice', choices: ['open', 'closed'] },
      project: { type: 'reference', to: 'projects' },
    },
  },
  projects: { fields: { name: text } },
  extractions: { fields: { value: text, source: { type: 'reference', to: 'sources' } } },
};
export const namesAfter: Resources = {
  works: {
    was: 'sources',
    fields: {
      periodical: { ...text, was: 'journal' },
      state: { type: 'choice', choices: ['open', { value: 'done', was: 'closed' }] },
      study: { type: 'reference', to: 'projects', was: 'project' },
    },
  },
  projects: { fields: { name: text } },
  extractions: {
    fields: { value: text, work: { type: 'reference', to: 'works', was: 'source' } },
  },
};

/** By table: the columns that identify a row, what is stored before a rename, and what it becomes. */
export const storedNames: readonly [table: string, fixed: object, before: object, after: object][] =
  [
    [
      'views',
      { id: 'own', owner: 'u', name: 'A' },
      {
        resource: 'sources',
        settings: {
          where: {
            or: [
              { journal_contains: 'Food', state: 'closed' },
              { not: { state_in: ['open', 'closed'] } },
              { 'project.name_starts': 'A', 'count(extractions.source)_gte': 2 },
              { 'some(extractions.source).value': 'x', journal: { $field: 'journal' } },
              {
                $expression:
                  "if(state = 'closed', journal, project.name) = 'state' and count(extractions.source where value = 'closed' and source.journal = 'a' by -value) > 1",
              },
              {
                $expression:
                  "coalesce(state, 'closed') = if(journal = 'closed', 'closed', 'open') and length(if(journal = 'a', 'closed', state)) > 1",
              },
            ],
          },
          sort: '-journal,project.name,createdAt',
          columns: [{ name: 'journal', width: 90 }, { name: 'createdAt' }],
          shownAs: 'calendar:createdAt..updatedAt by journal',
          groups: ['journal'],
          figures: { journal: 'unique' },
          q: 'journal',
        },
      },
      {
        resource: 'works',
        settings: {
          where: {
            or: [
              { periodical_contains: 'Food', state: 'done' },
              { not: { state_in: ['open', 'done'] } },
              { 'study.name_starts': 'A', 'count(extractions.work)_gte': 2 },
              { 'some(extractions.work).value': 'x', periodical: { $field: 'periodical' } },
              {
                $expression:
                  "if(state = 'done', periodical, study.name) = 'state' and count(extractions.work where value = 'closed' and work.periodical = 'a' by -value) > 1",
              },
              {
                $expression:
                  "coalesce(state, 'done') = if(periodical = 'closed', 'done', 'open') and length(if(periodical = 'a', 'done', state)) > 1",
              },
            ],
          },
          sort: '-periodical,study.name,createdAt',
          columns: [{ name: 'periodical', width: 90 }, { name: 'createdAt' }],
          shownAs: 'calendar:createdAt..updatedAt by periodical',
          groups: ['periodical'],
          figures: { periodical: 'unique' },
          q: 'journal',
        },
      },
    ],
    [
      'views',
      { id: 'other', owner: 'u', name: 'A' },
      { resource: 'extractions', settings: { where: { 'source.journal_null': true } } },
      { resource: 'extractions', settings: { where: { 'work.periodical_null': true } } },
    ],
    [
      'recipes',
      { id: 'r', owner: 'u', name: 'R', header: 'h' },
      {
        resource: 'sources',
        request: {
          key: 'journal,project.name',
          mapping: {
            Journal: { field: 'journal' },
            Project: { field: 'project', given: { name: 'x' } },
            State: 'state',
          },
          constants: { state: 'closed' },
          missing: {
            where: { journal: 'x', $expression: "state != 'closed'" },
            set: { state: 'closed' },
          },
          steps: [{ do: 'map', column: 'State', values: [['zu', 'closed']] }],
        },
      },
      {
        resource: 'works',
        request: {
          key: 'periodical,study.name',
          mapping: {
            Journal: { field: 'periodical' },
            Project: { field: 'study', given: { name: 'x' } },
            State: 'state',
          },
          constants: { state: 'done' },
          missing: {
            where: { periodical: 'x', $expression: "state != 'done'" },
            set: { state: 'done' },
          },
          steps: [{ do: 'map', column: 'State', values: [['zu', 'done']] }],
        },
      },
    ],
    [
      'recipe_versions',
      { recipe: 'r', version: 1, name: 'R', saved_by: 'u' },
      { request: { mapping: { State: 'state' } } },
      // A column had the name of its field, and needed no mapping.
      { request: { mapping: { State: 'state', journal: 'periodical', project: 'study' } } },
    ],
    [
      'jobs',
      { id: 'j', created_by: 'u', file: {} },
      { resource: 'sources', request: { mapping: { A: 'journal', B: 'project', C: null } } },
      { resource: 'works', request: { mapping: { A: 'periodical', B: 'study', C: null } } },
    ],
    [
      'user_settings',
      { user_id: 'u' },
      {
        key: 'grid.sources.own',
        value: { columns: [{ name: 'journal' }], closed: ['state=closed'], hasFacets: true },
      },
      {
        key: 'grid.works.own',
        value: { columns: [{ name: 'periodical' }], closed: ['state=done'], hasFacets: true },
      },
    ],
    [
      'user_settings',
      { user_id: 'u' },
      { key: 'facets.sources', value: ['journal', 'createdAt'] },
      { key: 'facets.works', value: ['periodical', 'createdAt'] },
    ],
    [
      'user_settings',
      { user_id: 'u' },
      { key: 'export.extractions', value: ['value', 'source.journal'] },
      { key: 'export.extractions', value: ['value', 'work.periodical'] },
    ],
    [
      'user_settings',
      { user_id: 'u' },
      { key: 'current.sources', value: 's1' },
      { key: 'current.works', value: 's1' },
    ],
    [
      'user_settings',
      { user_id: 'u' },
      {
        key: 'pins',
        value: [
          { id: 'record:sources:s1', label: 'S' },
          { id: 'page:/sources/overview' },
          { id: 'all:sources.journal' },
          { id: 'theme:dark' },
        ],
      },
      {
        key: 'pins',
        value: [
          { id: 'record:works:s1', label: 'S' },
          { id: 'page:/works/overview' },
          { id: 'all:works.periodical' },
          { id: 'theme:dark' },
        ],
      },
    ],
    [
      'webhooks',
      {
        id: 'w',
        name: 'W',
        url: 'u',
        events: [],
        role: 'a',
        enabled: true,
        secret: 's',
        created_by: 'u',
      },
      {
        resource: 'sources',
        filter: { state: 'closed', $expression: "coalesce(state, 'closed') = 'closed'" },
        fields: ['journal', 'project.name'],
      },
      {
        resource: 'works',
        filter: { state: 'done', $expression: "coalesce(state, 'done') = 'done'" },
        fields: ['periodical', 'study.name'],
      },
    ],
    [
      'webhooks',
      {
        id: 'several',
        name: 'S',
        url: 'u',
        events: [],
        role: 'a',
        enabled: true,
        secret: 's',
        created_by: 'u',
      },
      { resource: '', resources: ['sources', 'projects'] },
      { resource: '', resources: ['works', 'projects'] },
    ],
    [
      'webhook_deliveries',
      { id: 'd', webhook: 'w', event: 'created', seq: 1, record_id: 's1' },
      { resource: 'sources' },
      { resource: 'works' },
    ],
    [
      'api_keys',
      { id: 'k', user_id: 'u', name: 'K', hash: 'h', prefix: 'p', rate: 1 },
      {
        collections: {
          sources: {
            operations: ['list'],
            fields: ['journal'],
            filter: { $expression: "state = 'closed'" },
          },
          '*': { operations: ['read'] },
        },
      },
      {
        collections: {
          works: {
            operations: ['list'],
            fields: ['periodical'],
            filter: { $expression: "state = 'done'" },
          },
          '*': { operations: ['read'] },
        },
      },
    ],
  ];
