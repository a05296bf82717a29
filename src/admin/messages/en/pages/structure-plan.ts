import { planTexts, type PlanTextKey } from '../../../../fields/problems/plan-texts.ts';

export const texts: Record<PlanTextKey, string> = planTexts;
