import type { MailTexts } from './mail-texts.ts'

const by = (isByOwner: boolean): string => (isByOwner ? '' : ' par un administrateur')

export const fr: MailTexts = {
  greeting: name => `Bonjour ${name},`,
  reset: ({ login, platform, url }) => ({
    subject: `Un nouveau mot de passe pour ${platform}`,
    paragraphs: [
      `quelqu’un, sans doute vous, souhaite choisir un nouveau mot de passe pour votre compte ${login} sur ${platform}.`,
      'Si c’est bien vous, ouvrez cette adresse dans l’heure ; elle ne sert qu’une fois :',
      url,
      'Sinon, ne faites rien : votre mot de passe reste le même.',
    ],
  }),
  welcome: ({ login, platform, url, forgottenUrl }) => ({
    subject: `Bienvenue sur ${platform}`,
    paragraphs: [
      `un compte a été créé pour vous sur ${platform}. Votre identifiant est ${login}.`,
      'Ouvrez cette adresse dans les sept jours pour choisir votre mot de passe ; elle ne sert qu’une fois :',
      url,
      'Passé ce délai, demandez un autre message ici :',
      forgottenUrl,
    ],
  }),
  passwordChanged: ({ login, platform, isByOwner, forgottenUrl }) => ({
    subject: `Votre mot de passe pour ${platform} a été changé`,
    paragraphs: [
      `le mot de passe de votre compte ${login} sur ${platform} a été changé${by(isByOwner)}.`,
      'Si vous êtes au courant, vous n’avez rien à faire.',
      'Sinon, quelqu’un d’autre utilise peut-être votre compte : choisissez aussitôt un autre mot de passe, supprimez les clés d’accès qui ne sont pas les vôtres et prévenez les administrateurs de la plateforme.',
      forgottenUrl,
    ],
  }),
  addressLeft: ({ login, platform, isByOwner }) => ({
    subject: `Votre compte sur ${platform} a une autre adresse e-mail`,
    paragraphs: [
      `l’adresse e-mail de votre compte ${login} sur ${platform} a été changée${by(isByOwner)} : celle-ci n’en fait plus partie.`,
      'Si vous êtes au courant, vous n’avez rien à faire.',
      'Sinon, quelqu’un d’autre utilise peut-être votre compte. Les messages pour un nouveau mot de passe vont à l’autre adresse : prévenez aussitôt les administrateurs de la plateforme.',
    ],
  }),
  addressTaken: ({ login, platform, isByOwner }) => ({
    subject: `L’adresse e-mail de votre compte sur ${platform}`,
    paragraphs: [
      `cette adresse a été indiquée${by(isByOwner)} comme celle du compte ${login} sur ${platform} ; les messages de la plateforme arrivent désormais ici.`,
      'Si ce compte n’est pas le vôtre, prévenez les administrateurs de la plateforme.',
    ],
  }),
  factorAdded: ({ login, platform, forgottenUrl }) => ({
    subject: `Votre compte sur ${platform} a un second facteur`,
    paragraphs: [
      `une application d’authentification a été ajoutée à votre compte ${login} sur ${platform}. La connexion demande désormais un de ses codes.`,
      'Si vous en avez connaissance, il n’y a rien à faire.',
      'Sinon, quelqu’un d’autre utilise votre compte : prévenez les administrateurs de la plateforme, qui peuvent la retirer, et choisissez un autre mot de passe.',
      forgottenUrl,
    ],
  }),
  factorRemoved: ({ login, platform, isByOwner, forgottenUrl }) => ({
    subject: `Un second facteur de votre compte sur ${platform} a été retiré`,
    paragraphs: [
      `un second facteur de votre compte ${login} sur ${platform} a été retiré${by(isByOwner)}.`,
      'Si vous en avez connaissance, il n’y a rien à faire.',
      'Sinon, quelqu’un d’autre utilise peut-être votre compte : choisissez tout de suite un autre mot de passe, et prévenez les administrateurs de la plateforme.',
      forgottenUrl,
    ],
  }),
  recoveryCodeUsed: ({ login, platform, left, forgottenUrl }) => ({
    subject: `Un code de secours a été utilisé sur ${platform}`,
    paragraphs: [
      `un code de secours de votre compte ${login} sur ${platform} a été utilisé. Il en reste ${left}.`,
      'Si c’était vous, il n’y a rien à faire. La page de vos seconds facteurs permet de créer de nouveaux codes.',
      'Sinon, quelqu’un a votre mot de passe et vos codes : choisissez tout de suite un autre mot de passe, créez de nouveaux codes, et prévenez les administrateurs de la plateforme.',
      forgottenUrl,
    ],
  }),
  codesGuessed: ({ login, platform, forgottenUrl }) => ({
    subject: `Codes erronés pour votre compte sur ${platform}`,
    paragraphs: [
      `quelqu’un a donné le bon mot de passe de votre compte ${login} sur ${platform}, puis dix codes erronés. Les codes sont refusés pendant quelques minutes.`,
      'Si c’était vous, attendez puis réessayez.',
      'Sinon, quelqu’un connaît votre mot de passe : choisissez-en tout de suite un autre.',
      forgottenUrl,
    ],
  }),
}
