import { basename } from 'node:path';
import type { WhatIfAnswerRecord, WhatIfConfig } from '@triquad/core/contract';
import type { Recordings } from '../recording/recordings.ts';
import type { RunningWhatIf, startWhatIf } from './start-what-if.ts';
import type { WhatIfProblem } from './terms.ts';

export type WhatIfDesk = {
  /**
   * How far the answer to a question is; the first time it is asked it begins to be worked out. Null where there is no such recording.
   * Never rejects.
   */
  ask(config: WhatIfConfig): Promise<WhatIfAnswerRecord | WhatIfProblem | 'too many' | null>;
  close(): void;
};

export type WhatIfDeskOptions = {
  readonly recordings: Recordings;
  readonly start: typeof startWhatIf;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
};

type Question = {
  readonly config: WhatIfConfig;
  readonly path: string;
  askedAt: number;
  endedAt: number;
  running: RunningWhatIf | null;
  answer: WhatIfAnswerRecord | WhatIfProblem;
};

/** An answer that is not asked for in so long is not worked out to its end. */
const patienceMs = 15_000;
/** An answer is given again for so long; then it is worked out again, as the recording may have grown. */
const keptMs = 600_000;
const mostKept = 8;

/** Answers questions one at a time, each for all who ask the same. */
export const createWhatIfDesk = ({ recordings, start, now }: WhatIfDeskOptions): WhatIfDesk => {
  const questions = new Map<string, Question>();
  let isClosed = false;

  const isOpen = ({ answer }: Question): boolean =>
    'status' in answer && (answer.status === 'waiting' || answer.status === 'running');

  const forget = (): void => {
    for (const [key, question] of questions) {
      const isLeft = isOpen(question) && now() - question.askedAt > patienceMs;
      if (!isLeft && (isOpen(question) || now() - question.endedAt < keptMs)) continue;
      questions.delete(key);
      question.running?.cancel();
    }
    for (const [key, question] of questions) {
      if (questions.size <= mostKept) return;
      if (!isOpen(question)) questions.delete(key);
    }
  };

  const work = async (question: Question): Promise<void> => {
    const say = (answer: Question['answer']): void => {
      question.answer = answer;
    };
    say({ status: 'running', progress: 0, error: null, result: null });
    question.running = start({ path: question.path, config: question.config }, (progress) =>
      say({ status: 'running', progress, error: null, result: null }),
    );
    const outcome = await question.running.result;
    question.running = null;
    question.endedAt = now();
    if (outcome.ok) say({ status: 'completed', progress: 1, error: null, result: outcome.record });
    else if (outcome.field === null) say({ status: 'failed', progress: 1, error: outcome.message, result: null });
    else say(outcome);
    next();
  };

  const next = (): void => {
    const waiting = [...questions.values()].filter(isOpen);
    const [first] = waiting;
    if (isClosed || first === undefined || waiting.some(({ running }) => running !== null)) return;
    void work(first);
  };

  const pathOf = async (name: string): Promise<string | undefined> =>
    (await recordings.all()).find(({ file }) => basename(file) === name)?.file;

  // Those that were left are given up also where no further question comes.
  const tidying = setInterval(() => {
    forget();
    next();
  }, patienceMs / 3);
  tidying.unref();

  return {
    ask: async (config) => {
      forget();
      const key = JSON.stringify(config);
      const known = questions.get(key);
      if (known !== undefined) {
        known.askedAt = now();
        return known.answer;
      }
      if ([...questions.values()].filter(isOpen).length >= mostKept) return 'too many';
      const path = await pathOf(config.recording);
      if (path === undefined) return null;
      const question: Question = questions.get(key) ?? {
        ...{ config, path, askedAt: now(), endedAt: 0, running: null },
        answer: { status: 'waiting', progress: 0, error: null, result: null },
      };
      questions.set(key, question);
      next();
      return question.answer;
    },
    close: () => {
      isClosed = true;
      clearInterval(tidying);
      for (const { running } of questions.values()) running?.cancel();
    },
  };
};
