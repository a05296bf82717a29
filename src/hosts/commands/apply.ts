import { countNoun } from '../../fields/problems/count-noun.ts';
import { applyPlan } from '../../store/schema/plan/apply-plan.ts';
import { TablesInUse } from '../../store/schema/plan/change-tables.ts';
import { undoPlan } from '../../store/schema/plan/undo-plan.ts';
import { readDescriptor } from '../read/read-descriptor.ts';
import { Refusal, refuseWith } from '../refusal.ts';
import { UsageError, type Call, type ExitCode, type Verb } from './verb.ts';
import { withDatabase } from './with-installation.ts';

export const apply: Verb = {
  summary: 'Updates the database to match the descriptor, within the limits you allow.',
  usage: '[--plan HASH] [--allow-rewrite] [--allow-destructive] [STEP…] | --undo',
  help: [
    '',
    '  --plan HASH          the plan you reviewed; rejected if anything has changed since',
    '  --allow-rewrite      also applies renames and conversions; requires --plan',
    '  --allow-destructive  also applies the destructive steps you name; can be undone for 30 days; requires --plan',
    '  STEP…                steps of the plan: drops, and conversions that lose values',
    '  --undo               undoes the last applied plan',
    '',
    'Either all steps are applied or none. The installation can be running or stopped.',
  ],
  options: {
    plan: { type: 'string' },
    'allow-rewrite': { type: 'boolean' },
    'allow-destructive': { type: 'boolean' },
    undo: { type: 'boolean' },
  },
  run: async (call) => {
    const { plan, undo } = call.options;
    const allows = call.options['allow-rewrite'] ?? call.options['allow-destructive'];
    if (!undo && allows && plan === undefined)
      throw new UsageError(
        '--allow-rewrite and --allow-destructive require --plan with the hash that npx backoffice plan prints',
      );
    if (!undo) return applyNow(call);
    if (
      call.args.length > 0 ||
      Object.keys(call.options).some((name) => !['undo', 'json'].includes(name))
    )
      throw new UsageError('apply --undo cannot be combined with other arguments');
    return undoNow(call);
  },
};

async function applyNow({ args, options, environment, print, answer }: Call): Promise<ExitCode> {
  const descriptor = await readDescriptor(environment.resources);
  const { plan } = options;
  const applying = withDatabase(environment, (database) =>
    applyPlan(database, descriptor, {
      ...(typeof plan === 'string' && { plan }),
      rewrite: options['allow-rewrite'] === true,
      destructive: options['allow-destructive'] === true,
      named: new Set(args),
    }),
  );
  const outcome = await refuseWith(applying, TablesInUse);
  if ('refused' in outcome) throw new Refusal(['Nothing was changed:', ...outcome.refused]);
  const { done, left, rules } = outcome;
  for (const sentence of done) print(sentence);
  for (const sentence of left) print(`Not applied: ${sentence}`);
  for (const sentence of rules) print(sentence);
  if (done.length > 0) print(`Done: ${countNoun(done.length, 'step')}`);
  else if (rules.length === 0) print('Nothing to do');
  answer(outcome);
  return 0;
}

async function undoNow({ environment, print, answer }: Call): Promise<ExitCode> {
  const outcome = await refuseWith(
    withDatabase(environment, (database) => undoPlan(database)),
    TablesInUse,
  );
  if ('refused' in outcome) throw new Refusal(['Nothing was changed:', ...outcome.refused]);
  for (const sentence of outcome.undone) print(`Undone: ${sentence}`);
  print('Revert the change in the descriptor too; otherwise the next plan contains it again');
  answer(outcome);
  return 0;
}
