import type { MailTexts } from './mail-texts.ts'

const by = (isByOwner: boolean): string => (isByOwner ? '' : ' by an administrator')

export const en: MailTexts = {
  greeting: name => `Hello ${name},`,
  reset: ({ login, platform, url }) => ({
    subject: `Another password for ${platform}`,
    paragraphs: [
      `somebody, probably you, wants to choose another password for your account ${login} on ${platform}.`,
      'If it was you, open this address within an hour; it works once:',
      url,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  welcome: ({ login, platform, url, forgottenUrl }) => ({
    subject: `Welcome to ${platform}`,
    paragraphs: [
      `an account on ${platform} was made for you. Your login name is ${login}.`,
      'Open this address within seven days to choose your password; it works once:',
      url,
      'If it is too late for that, ask for another mail here:',
      forgottenUrl,
    ],
  }),
  passwordChanged: ({ login, platform, isByOwner, forgottenUrl }) => ({
    subject: `Your password for ${platform} was changed`,
    paragraphs: [
      `the password of your account ${login} on ${platform} was changed${by(isByOwner)}.`,
      'If you know of it, there is nothing to do.',
      'If you do not, somebody else may be using your account: choose another password at once, delete access keys that are not yours, and tell the administrators of the platform.',
      forgottenUrl,
    ],
  }),
  addressLeft: ({ login, platform, isByOwner }) => ({
    subject: `Your account on ${platform} has another e-mail address`,
    paragraphs: [
      `the e-mail address of your account ${login} on ${platform} was changed${by(isByOwner)}: this one does not belong to it any more.`,
      'If you know of it, there is nothing to do.',
      'If you do not, somebody else may be using your account. Mails with a new password go to the other address: tell the administrators of the platform at once.',
    ],
  }),
  addressTaken: ({ login, platform, isByOwner }) => ({
    subject: `The e-mail address of your account on ${platform}`,
    paragraphs: [
      `this address was entered${by(isByOwner)} as that of the account ${login} on ${platform}; mails of the platform arrive here from now on.`,
      'If that account is not yours, tell the administrators of the platform.',
    ],
  }),
  factorAdded: ({ login, platform, forgottenUrl }) => ({
    subject: `Your account on ${platform} has a second factor`,
    paragraphs: [
      `an authenticator app was added to your account ${login} on ${platform}. Signing in asks for a code of it from now on.`,
      'If you know of it, there is nothing to do.',
      'If you do not, somebody else is using your account: tell the administrators of the platform, who can remove it, and choose another password.',
      forgottenUrl,
    ],
  }),
  factorRemoved: ({ login, platform, isByOwner, forgottenUrl }) => ({
    subject: `A second factor of your account on ${platform} was removed`,
    paragraphs: [
      `a second factor of your account ${login} on ${platform} was removed${by(isByOwner)}.`,
      'If you know of it, there is nothing to do.',
      'If you do not, somebody else may be using your account: choose another password at once, and tell the administrators of the platform.',
      forgottenUrl,
    ],
  }),
  recoveryCodeUsed: ({ login, platform, left, forgottenUrl }) => ({
    subject: `A recovery code was used on ${platform}`,
    paragraphs: [
      `a recovery code of your account ${login} on ${platform} was used. ${left} ${left === 1 ? 'is' : 'are'} left.`,
      'If it was you, there is nothing to do. You can make new codes on the page of your second factors.',
      'If it was not you, somebody has your password and your codes: choose another password at once, make new codes, and tell the administrators of the platform.',
      forgottenUrl,
    ],
  }),
  codesGuessed: ({ login, platform, forgottenUrl }) => ({
    subject: `Wrong codes for your account on ${platform}`,
    paragraphs: [
      `somebody signed in to your account ${login} on ${platform} with the right password and then sent ten wrong codes. Codes are refused for some minutes.`,
      'If it was you, wait and try again.',
      'If it was not you, somebody knows your password: choose another one at once.',
      forgottenUrl,
    ],
  }),
}
