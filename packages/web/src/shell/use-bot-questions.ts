import { selectHalt, selectMode } from '@triquad/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useClient, useClientState } from '../client-context.tsx';
import type { BotCommands } from '../components/bot-commands.ts';
import { useMessages } from '../messages/messages.tsx';
import { type BotQuestion, botQuestion } from './bot-question.ts';

/** The question on screen; it keeps its words while it closes. */
export type AskedQuestion = { question: BotQuestion; isOpen: boolean; confirm: () => void; close: () => void };

/** The bot's commands for header, palette, dialogs and screens, and the question that each asks first. */
export const useBotQuestions = (): { commands: BotCommands; asked: AskedQuestion } => {
  const messages = useMessages();
  const client = useClient();
  const navigate = useNavigate();
  const paper = useClientState(selectMode) === 'paper';
  const halted = useClientState(selectHalt) !== null;
  const [question, setQuestion] = useState<BotQuestion>('stop');
  const [isOpen, setOpen] = useState(false);
  const ask = (next: BotQuestion) => {
    setQuestion(next);
    setOpen(true);
  };
  const commands: BotCommands = {
    start: () => (paper ? ask('start') : void navigate('/execution')),
    stop: () => ask('stop'),
    restart: () => ask('restart'),
    kill: () => ask(halted ? 'reset' : 'kill'),
  };
  const close = () => setOpen(false);
  const confirm = () => {
    close();
    client.send(botQuestion(messages, question).command);
  };
  return { commands, asked: { question, isOpen, confirm, close } };
};
