import './password-meter.css';
import { useEffect, useState } from 'react';
import type { PasswordOwner } from '../../../fields/text/password.ts';
import { Status } from '../../kit/status/status.tsx';
import { loadPasswordRule, checkByRule } from './password-rule.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';

// Used without dictionaries: 12 kB that recognise repeats, sequences, dates and look-alike
// letters. The rule by which the server refuses passwords has the most common ones.
const zxcvbn = new ZxcvbnFactory();

/** The estimator gets slow with length, and a longer password is hard to guess anyway. */
const MAX_ESTIMATED_LENGTH = 100;

export type StrengthWords = { label: string; levels: readonly string[] };

type PasswordMeterProps = { password: string; owner: PasswordOwner; words: StrengthWords };

/** The strength of a password, as a bar and in words. It is an estimate and refuses nothing. */
export function PasswordMeter({ password, owner, words }: PasswordMeterProps) {
  useRule();
  const level = estimateStrength(password, owner);
  const levelText = words.levels[level] ?? '';
  return (
    <div className="password-meter" data-level={level}>
      <div
        role="meter"
        aria-label={words.label}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={level}
        aria-valuetext={levelText}
      >
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={step <= Math.max(level, 1)} />
        ))}
      </div>
      <Status as="span">{`${words.label}: ${levelText}`}</Status>
    </div>
  );
}

/** Renders again once the rule is loaded. */
function useRule(): void {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    let isGone = false;
    void loadPasswordRule().then(() => isGone || setLoaded(true));
    return () => {
      isGone = true;
    };
  }, []);
}

/** Returns 0 (refused or guessed at once) to 4 (hard to guess even with the hash). */
function estimateStrength(password: string, owner: PasswordOwner): number {
  if (checkByRule(password, owner).length > 0) return 0;
  const ownWords = [owner.name, owner.email].flatMap((text) => (text ?? '').split(/[\s@.]+/));
  return zxcvbn.check(password.slice(0, MAX_ESTIMATED_LENGTH), ownWords.filter(Boolean)).score;
}
