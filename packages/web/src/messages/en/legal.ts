/** Privacy and terms: each part a heading and its paragraphs. */
export const legal = {
  privacy: {
    intro: 'Short, and all of it: bot and dashboard run on your machine and send no reports.',
    browser: {
      title: 'In this browser',
      text: 'The storage of this browser holds the token of your sign-in, until you sign out, and theme, language and drafts of forms, until you clear it. No cookie is set. Passwords and exchange keys are never stored here. The recording of the session is in memory, without secrets, and gone with the page unless you save it.',
    },
    machine: {
      title: 'On the machine of the bot',
      text: 'The data directory holds the journal (orders, balances, decisions, settings), the log, users with their passwords as hashes, and the audit log: who did what, when, and from which address. Exchange keys, alert tokens and mail passwords are encrypted. Only the owner of the directory can read it.',
    },
    leaves: {
      title: 'What leaves that machine',
      text: 'Only what you configured: calls to the exchanges you chose, alerts by the Telegram bot and the mail server you entered, and answers to the programs that you gave a token. There is no telemetry, no counting of visits, no check for updates, and no script, font or image from elsewhere.',
    },
    remove: {
      title: 'How to remove it',
      text: 'Sign out and clear the data of this site to empty the browser. Stop the bot and delete its data directory, with the backups that you made, to remove the rest.',
    },
    links:
      'The links to status pages in the footer lead to the exchanges, who see your visit as of any of their pages.',
  },
  terms: {
    intro: 'What you agree to by using this program.',
    licence: {
      title: 'Licence',
      text: 'Free software under the MIT licence: you may use, change and pass it on, with the notice of the licence.',
    },
    warranty: {
      title: 'No warranty',
      text: 'It comes as it is, without warranty of any kind. Its authors are not liable for losses, whatever their cause: faults of the program, of an exchange, of a connection or of a machine.',
    },
    risk: {
      title: 'Your own risk',
      text: 'Trading can lose all the money that you put into it. What the bot does with live money, it does with your keys, within your limits, and by your decision. Nothing here is advice.',
    },
    figures: {
      title: 'Figures',
      text: 'Results of paper trading, simulated markets and backtests are worked out and say nothing about what real money would have made. Each screen names their source.',
    },
    rules: {
      title: 'Rules of others',
      text: 'You keep to the terms of your exchanges and the laws where you are, and settle your own taxes.',
    },
  },
};
