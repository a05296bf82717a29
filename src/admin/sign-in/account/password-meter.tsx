import './password-meter.css';
import { useEffect, useState } from 'react';
import type { PasswordOwner } from '../../../fields/password.ts';
import { Status } from '../../kit/status/status.tsx';
import { loadPasswordRule, checkByRule } from './password-rule.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';

// Without dictionaries: 12 kB that know repeats, sequences, dates and twins of letters. What is tried
// first of all is in the rule by which the server refuses it.
const zxcvbn = new ZxcvbnFactory();

/** The estimator slows down with the length; what is longer than this is hard to guess anyway. */
const LOOKED_AT = 100;

export type StrengthWords = { label: string; levels: readonly string[] };

type PasswordMeterProps = { password: string; owner: PasswordOwner; words: StrengthWords };

/** How hard a password is to guess, as a bar and in words. It is an estimate and refuses nothing. */
export function PasswordMeter({ password, owner, words }: PasswordMeterProps) {
  useRule();
  const level = estimateStrength(password, owner);
  const said = words.levels[level] ?? '';
  return (
    <div className="password-meter" data-level={level}>
      <div
        role="meter"
        aria-label={words.label}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={level}
        aria-valuetext={said}
      >
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={step <= Math.max(level, 1)} />
        ))}
      </div>
      <Status as="span">{`${words.label}: ${said}`}</Status>
    </div>
  );
}

/** Draws again once the rule is there. */
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

/** From 0, refused or guessed at once, to 4, hard to guess even for who has the hash. */
function estimateStrength(password: string, owner: PasswordOwner): number {
  if (checkByRule(password, owner).length > 0) return 0;
  const known = [owner.name, owner.email].flatMap((text) => (text ?? '').split(/[\s@.]+/));
  return zxcvbn.check(password.slice(0, LOOKED_AT), known.filter(Boolean)).score;
}
