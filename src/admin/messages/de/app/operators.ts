import type { operators as english } from '../../en/app/operators.ts';
import type { Translated } from '../../../../fields/problems/translated.ts';

export const operators = {
  operators: {
    eq: { name: 'ist', short: '', sentence: '= {value}' },
    neq: { name: 'ist nicht', short: 'nicht', sentence: '≠ {value}' },
    lt: { name: 'kleiner als', short: '<', sentence: '< {value}' },
    lte: { name: 'höchstens', short: '≤', sentence: '≤ {value}' },
    gt: { name: 'größer als', short: '>', sentence: '> {value}' },
    gte: { name: 'mindestens', short: '≥', sentence: '≥ {value}' },
    in: { name: 'eines von', short: '', sentence: 'ist eines von {value}' },
    nin: { name: 'keines von', short: 'keines von', sentence: 'ist keines von {value}' },
    all: { name: 'alle von', short: 'alle von', sentence: 'hat alle von {value}' },
    exactly: { name: 'genau', short: 'genau', sentence: 'hat genau {value}' },
    contains: { name: 'enthält', short: 'enthält', sentence: 'enthält {value}' },
    ncontains: { name: 'enthält nicht', short: 'ohne', sentence: 'enthält nicht {value}' },
    starts: { name: 'beginnt mit', short: 'beginnt mit', sentence: 'beginnt mit {value}' },
    ends: { name: 'endet mit', short: 'endet mit', sentence: 'endet mit {value}' },
    between: { name: 'zwischen', short: '', sentence: 'liegt zwischen {value}' },
    null: { name: 'ist leer', short: 'ist leer', sentence: 'ist leer' },
    under: { name: 'im Zweig von', short: 'unter', sentence: 'ist im Zweig von {value}' },
    search: { name: 'erwähnt', short: 'erwähnt', sentence: 'erwähnt {value}' },
    nnull: { name: 'ist nicht leer', short: 'ist nicht leer', sentence: 'ist nicht leer' },
  },
} satisfies Translated<typeof english>;
