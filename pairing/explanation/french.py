"""The sentences of an explanation in French, with the terms of FIDE's bilingual text of 2016."""

from __future__ import annotations

SENTENCES = {
    "{some} and {last}": "{some} et {last}",
    "{name} ({number})": "{name} ({number})",
    "No. {number}": "N° {number}",
    "nobody": "personne",
    "none": "aucune",
    # The page
    "Round {round}, {edition}": "Ronde {round}, {edition}",
    "Brackets": "Niveaux",
    "Boards": "Échiquiers",
    "The bye": "L'exempt",
    "Players": "Joueurs",
    "Why do {one} and {two} not meet?": "Pourquoi {one} et {two} ne se rencontrent-ils pas ?",
    "Why does {one} not have the bye?": "Pourquoi {one} n'est-il pas exempt ?",
    # Brackets
    "At first the pairs of bracket {bracket} were {pairs}, but with those left over the round could not be "
    "completed. So it was paired again, and all scoregroups below it make one last bracket.": (
        "Les paires du niveau {bracket} étaient d'abord {pairs}, mais avec les joueurs restants "
        "l'appariement de la ronde ne pouvait être achevé. Ce niveau, l'avant-dernier, a donc été "
        "réapparié, et tous les groupes de points inférieurs forment un seul dernier niveau."
    ),
    "This is the collapsed last bracket: all scoregroups below the one before.": (
        "C'est le dernier niveau effondré : tous les groupes de points sous le précédent."
    ),
    "Two brackets were joined, as they could not be paired one by one.": (
        "Deux niveaux ont été réunis, car ils ne pouvaient être appariés l'un après l'autre."
    ),
    "Residents: {players}.": "Résidents : {players}.",
    "Moved-down players: {players}.": "Flotteurs descendants : {players}.",
    "Moved-down players first: S1 is {s1}, and S2 is {s2}.": (
        "Les flotteurs descendants d'abord : S1 est {s1}, et S2 est {s2}."
    ),
    "In the Limbo: {players}.": "Dans la Limbe : {players}.",
    "The remainder: S1 is {s1}, and S2 is {s2}.": "Le niveau résiduel : S1 est {s1}, et S2 est {s2}.",
    "S1 is {s1}, and S2 is {s2}.": "S1 est {s1}, et S2 est {s2}.",
    "After an exchange S1 is {s1}; opposite: {s2}.": ("Après un échange, S1 est {s1} ; en face : {s2}."),
    "After a transposition of S2, opposite S1: {s2}.": ("Après une transposition de S2, face à S1 : {s2}."),
    "Pairs: {pairs}.": "Paires : {pairs}.",
    "{player} is left over in bracket {bracket} and takes the bye.": (
        "{player} n'est pas apparié au niveau {bracket} et est exempt."
    ),
    "{player} is left over in bracket {bracket} and floats down.": (
        "{player} n'est pas apparié au niveau {bracket} et devient flotteur descendant."
    ),
    "Met in full.": "Pleinement respectés.",
    "The steps that made this pairing.": "Les étapes qui ont mené à cet appariement.",
    "{requirement}: at first {first}, in the end {value}.": (
        "{requirement} : d'abord {first}, à la fin {value}."
    ),
    "{article} for downfloaters": "{article} pour les flotteurs descendants",
    "{article} for upfloaters": "{article} pour les flotteurs montants",
    # Boards
    "Board {board}: {white} – {black}": "Échiquier {board} : {white} – {black}",
    "{higher} was moved down to bracket {bracket} and is number {place} of S1; {lower} is number {place} of "
    "S2.": (
        "{higher}, flotteur descendant au niveau {bracket}, est numéro {place} de S1 ; {lower} est numéro "
        "{place} de S2."
    ),
    "In bracket {bracket} {higher} is number {place} of S1, and {lower} is number {place} of S2.": (
        "Au niveau {bracket}, {higher} est numéro {place} de S1, et {lower} est numéro {place} de S2."
    ),
    "In bracket {bracket} {higher}, number {place} of S1, stood opposite {opposite} at first. After a "
    "transposition of S2 it is {lower}.": (
        "Au niveau {bracket}, {higher}, numéro {place} de S1, était d'abord face à {opposite}. Après une "
        "transposition de S2, c'est {lower}."
    ),
    "In bracket {bracket} other moved-down players than at first are paired; {higher} is now number {place} "
    "of S1, opposite {lower}.": (
        "Au niveau {bracket}, d'autres flotteurs descendants qu'au départ sont appariés ; {higher} est "
        "maintenant numéro {place} de S1, face à {lower}."
    ),
    "In bracket {bracket} S1 and S2 exchanged players; {higher} is now number {place} of S1, opposite "
    "{lower}.": (
        "Au niveau {bracket}, S1 et S2 ont échangé des joueurs ; {higher} est maintenant numéro {place} de "
        "S1, face à {lower}."
    ),
    "{player} gets the preferred colour; the other player has no preference.": (
        "La préférence de couleur de {player} est accordée ; l'autre joueur n'en a pas."
    ),
    "Both get the colour they prefer.": "Les deux préférences de couleur sont accordées.",
    "Both have an absolute preference for the same colour; {player} has the wider colour difference.": (
        "Les deux ont une préférence absolue pour la même couleur ; {player} a la différence de couleurs la "
        "plus étendue."
    ),
    "Both prefer the same colour; the preference of {player} is the stronger one.": (
        "Les deux préfèrent la même couleur ; la préférence de {player} est la plus forte."
    ),
    "Both prefer the same colour equally, and their colours never differed; {player} is ranked higher.": (
        "Les deux préfèrent la même couleur avec la même force, et leurs couleurs n'ont jamais différé ; "
        "{player} est le mieux classé."
    ),
    "The number is {order} and not {number}, as players who have never been paired are skipped.": (
        "Le numéro est {order} et non {number}, car les joueurs qui n'ont jamais été appariés ne comptent "
        "pas."
    ),
    "Both prefer the same colour equally. The last time that their colours differed, game by game back "
    "from the last, {white} had Black in round {white_round} and {black} had White in round "
    "{black_round}; now it is the other way round.": (
        "Les deux préfèrent la même couleur avec la même force. La dernière fois que leurs couleurs ont "
        "différé, en remontant partie par partie, {white} avait les Noirs à la ronde {white_round} et "
        "{black} les Blancs à la ronde {black_round} ; c'est maintenant l'inverse."
    ),
    "Neither has a preference. {player} is ranked higher with the odd number {order}, and gets White, the "
    "colour that was drawn.": (
        "Aucun n'a de préférence. {player}, le mieux classé, porte le numéro impair {order} et reçoit les "
        "Blancs, la couleur tirée au sort."
    ),
    "Neither has a preference. {player} is ranked higher with the odd number {order}, and gets Black, the "
    "colour that was drawn.": (
        "Aucun n'a de préférence. {player}, le mieux classé, porte le numéro impair {order} et reçoit les "
        "Noirs, la couleur tirée au sort."
    ),
    "Neither has a preference. {player} is ranked higher with the even number {order}, and gets Black; White "
    "was drawn for the odd ones.": (
        "Aucun n'a de préférence. {player}, le mieux classé, porte le numéro pair {order} et reçoit les "
        "Noirs ; les Blancs ont été tirés au sort pour les numéros impairs."
    ),
    "Neither has a preference. {player} is ranked higher with the even number {order}, and gets White; Black "
    "was drawn for the odd ones.": (
        "Aucun n'a de préférence. {player}, le mieux classé, porte le numéro pair {order} et reçoit les "
        "Blancs ; les Noirs ont été tirés au sort pour les numéros impairs."
    ),
    "{player} has played no game yet and has no preference.": (
        "{player} n'a encore joué aucune partie et n'a pas de préférence."
    ),
    "{player} has had {history}: a mild preference for White.": (
        "{player} a eu {history} : préférence faible pour les Blancs."
    ),
    "{player} has had {history}: a mild preference for Black.": (
        "{player} a eu {history} : préférence faible pour les Noirs."
    ),
    "{player} has had {history}: a strong preference for White.": (
        "{player} a eu {history} : préférence forte pour les Blancs."
    ),
    "{player} has had {history}: a strong preference for Black.": (
        "{player} a eu {history} : préférence forte pour les Noirs."
    ),
    "{player} has had {history}: an absolute preference for White.": (
        "{player} a eu {history} : préférence absolue pour les Blancs."
    ),
    "{player} has had {history}: an absolute preference for Black.": (
        "{player} a eu {history} : préférence absolue pour les Noirs."
    ),
    # The bye and the players
    "{player}, with a score of {score}, takes the bye.": "{player}, avec un score de {score}, est exempt.",
    "{player} takes the bye": "{player} est exempt",
    "{one} takes the bye.": "{one} est exempt.",
    "{player} had the bye in round {round} and may not take it again.": (
        "{player} a été exempt à la ronde {round} et ne peut plus l'être."
    ),
    "{player} won by forfeit in round {round} and may not take the bye.": (
        "{player} a gagné par forfait à la ronde {round} et ne peut être exempt."
    ),
    "{player} received points without playing in round {round} and may not take the bye.": (
        "{player} a reçu des points sans jouer à la ronde {round} et ne peut être exempt."
    ),
    "{player} has a score of {score}.": "{player} a un score de {score}.",
    "{score} ({points} and {virtual})": ("{score} ({points} et {virtual})"),
    "{player} has a half-point bye in this round: {points}.": (
        "{player} a un bye à demi-point à cette ronde : {points}."
    ),
    "{player} has a full-point bye in this round: {points}.": (
        "{player} a un bye à point entier à cette ronde : {points}."
    ),
    "{player} does not take part in this round.": "{player} ne participe pas à cette ronde.",
    # Why not
    "{one} and {two} do meet.": "{one} et {two} se rencontrent bien.",
    "{one} and {two} played each other in round {round}.": (
        "{one} et {two} se sont déjà rencontrés à la ronde {round}."
    ),
    "The organiser keeps {one} and {two} apart in this round.": (
        "L'organisateur interdit la rencontre de {one} et {two} à cette ronde."
    ),
    "{one} and {two} both have an absolute preference for White.": (
        "{one} et {two} ont tous deux une préférence absolue pour les Blancs."
    ),
    "{one} and {two} both have an absolute preference for Black.": (
        "{one} et {two} ont tous deux une préférence absolue pour les Noirs."
    ),
    "The bye goes to the lowest possible score, and {one} has more.": (
        "L'exempt a le score le plus bas possible, et {one} a davantage."
    ),
    "With a bye for {one} the round could not be completed.": (
        "Si {one} était exempt, l'appariement de la ronde ne pourrait être achevé."
    ),
    "{player} was paired in bracket {bracket} and would have had to be left over there.": (
        "{player} est apparié au niveau {bracket} ; il aurait fallu ne pas l'y apparier."
    ),
    "{player} was paired in bracket {bracket}; to meet {other}, {player} would have had to float down from "
    "there.": (
        "{player} est apparié au niveau {bracket} ; pour rencontrer {other}, il aurait fallu que {player} en "
        "soit flotteur descendant."
    ),
    "{player} is alone in bracket {bracket}.": "{player} est seul au niveau {bracket}.",
    "In bracket {bracket} there is nobody whom {player} may meet.": (
        "Au niveau {bracket}, {player} ne peut rencontrer personne."
    ),
    "In bracket {bracket} there is no resident whom {player} may meet, and moved-down players do not meet "
    "each other.": (
        "Au niveau {bracket}, {player} ne peut rencontrer aucun résident, et les flotteurs descendants ne "
        "se rencontrent pas entre eux."
    ),
    "The procedure came to another pairing of bracket {bracket} first.": (
        "La procédure a d'abord trouvé un autre appariement du niveau {bracket}."
    ),
    "If {one} met {two} in bracket {bracket}, {then}.": (
        "Si {one} rencontrait {two} au niveau {bracket}, {then}."
    ),
    "If {player} were left over in bracket {bracket}, {then}.": (
        "Si {player} n'était pas apparié au niveau {bracket}, {then}."
    ),
    "If {player} were paired in bracket {bracket} and {others} left over instead, {then}.": (
        "Si {player} était apparié au niveau {bracket}, et non {others}, {then}."
    ),
    "If {player} were paired in bracket {bracket}, {then}.": (
        "Si {player} était apparié au niveau {bracket}, {then}."
    ),
    "the round could not be completed": "l'appariement de la ronde ne pourrait être achevé",
    "the bye would have to go to a higher score": "il faudrait un exempt au score plus élevé",
    "a requirement would be broken that this bracket keeps: {requirement}": (
        "une exigence que ce niveau respecte serait enfreinte : {requirement}"
    ),
    "With {one} against {two} bracket {bracket} could be paired just as well, but {step}.": (
        "Avec {one} contre {two}, le niveau {bracket} serait aussi bien apparié, mais {step}."
    ),
    "With {player} left over bracket {bracket} could be paired just as well, but {step}.": (
        "Sans {player}, le niveau {bracket} serait aussi bien apparié, mais {step}."
    ),
    "With {player} in a pair bracket {bracket} could be paired just as well, but {step}.": (
        "Avec {player} dans une paire, le niveau {bracket} serait aussi bien apparié, mais {step}."
    ),
    "the choice of moved-down players that was made comes first": (
        "le choix de flotteurs descendants qui a été fait vient avant"
    ),
    "the opponents that the moved-down players got come first": (
        "les adversaires qu'ont reçus les flotteurs descendants viennent avant"
    ),
    "it takes another exchange between S1 and S2, which comes later": (
        "il y faut un autre échange entre S1 et S2, qui vient plus tard"
    ),
    "it takes another order of S2, which comes later": (
        "il y faut un autre ordre de S2, qui vient plus tard"
    ),
    "that pairing comes later in the order in which they are tried": (
        "cet appariement vient plus tard dans l'ordre où ils sont testés"
    ),
    # A round that was published otherwise
    "Round {round} was not published as the rules pair it from the results as they stand now. A result may "
    "have been corrected since, or the pairing may have been changed or made otherwise. What does not follow "
    "from the rules cannot be explained by them.": (
        "La ronde {round} n'a pas été publiée telle que les règles l'apparient d'après les résultats "
        "actuels. Un résultat a pu être corrigé depuis, ou l'appariement modifié ou fait autrement. Ce qui "
        "ne découle pas des règles ne peut être expliqué par elles."
    ),
    "By the rules there is no pairing: {message}": "Selon les règles, il n'y a pas d'appariement : {message}",
    "Published, but not by the rules: {pairs}.": "Publié, mais non selon les règles : {pairs}.",
    "By the rules, but not published: {pairs}.": "Selon les règles, mais non publié : {pairs}.",
    # Criteria
    "Score differences above 0: {entries}.": "Différences de score supérieures à 0 : {entries}.",
    "Scores of the downfloaters: {entries}.": "Scores des flotteurs descendants : {entries}.",
    "as two rounds before": ("comme deux rondes auparavant"),
    "as in the previous round": ("comme à la ronde précédente"),
    "unpaired with {points} ({players})": ("non apparié avec {points} ({players})"),
    "{points} ({players})": ("{points} ({players})"),
    "At best, score differences above 0 in the next bracket: {entries}.": (
        "Au mieux, différences de score supérieures à 0 au niveau suivant : {entries}."
    ),
    "At best, scores of those left over in the next bracket: {entries}.": (
        "Au mieux, scores des joueurs non appariés au niveau suivant : {entries}."
    ),
    "Score differences of players with the same downfloat {again}: {entries}.": (
        "Différences de score des joueurs flotteurs descendants {again} : {entries}."
    ),
    "Score differences of players with the same upfloat {again}: {entries}.": (
        "Différences de score des joueurs flotteurs montants {again} : {entries}."
    ),
    "the score differences would be greater: {then} instead of {now}": (
        "les différences de score seraient plus grandes : {then} au lieu de {now}"
    ),
    "the downfloaters would have higher scores: {then} instead of {now}": (
        "les flotteurs descendants auraient des scores plus élevés : {then} au lieu de {now}"
    ),
    "the score differences in the next bracket would be greater: {then} instead of {now}": (
        "les différences de score au niveau suivant seraient plus grandes : {then} au lieu de {now}"
    ),
    "those left over in the next bracket would have higher scores: {then} instead of {now}": (
        "les joueurs non appariés au niveau suivant auraient des scores plus élevés : {then} au lieu de {now}"
    ),
    "score differences of players with the same downfloat {again} would be greater: {then} instead of "
    "{now}": (
        "les différences de score des joueurs flotteurs descendants {again} seraient plus grandes : {then} "
        "au lieu de {now}"
    ),
    "score differences of players with the same upfloat {again} would be greater: {then} instead of {now}": (
        "les différences de score des joueurs flotteurs montants {again} seraient plus grandes : {then} "
        "au lieu de {now}"
    ),
    "a player who may not take the bye ({barred}) would be left over in the next bracket": (
        "un joueur qui ne peut être exempt ({barred}) resterait non apparié au niveau suivant"
    ),
}

# By the English singular: the French singular and plural.
COUNTED = {
    "Bracket {number}, score {scores}: {n} player": (
        "Niveau {number}, score {scores} : {n} joueur",
        "Niveau {number}, score {scores} : {n} joueurs",
    ),
    "Bracket {bracket} has {n} player, too many to compare all its pairings at once. No absolute rule "
    "forbids it; a criterion or the order of the pairings decided.": (
        "Le niveau {bracket} compte {n} joueur, trop pour comparer aussitôt tous ses appariements. Aucune "
        "règle absolue ne l'interdit ; un critère ou l'ordre des appariements a décidé.",
        "Le niveau {bracket} compte {n} joueurs, trop pour comparer aussitôt tous ses appariements. Aucune "
        "règle absolue ne l'interdit ; un critère ou l'ordre des appariements a décidé.",
    ),
    "{n} pair is made.": ("{n} paire est formée.", "{n} paires sont formées."),
    "{n} virtual point": (
        "{n} point virtuel",
        "{n} points virtuels",
    ),
    "{n} point": (
        "{n} point",
        "{n} points",
    ),
    "At best {n} player ({players}) is left over in the next bracket.": (
        "Au mieux, {n} joueur ({players}) reste non apparié au niveau suivant.",
        "Au mieux, {n} joueurs ({players}) restent non appariés au niveau suivant.",
    ),
    "At best {n} player ({players}) is left over in the next bracket, where {barred} may not take the bye.": (
        "Au mieux, {n} joueur ({players}) reste non apparié au niveau suivant, où {barred} ne peut être "
        "exempt.",
        "Au mieux, {n} joueurs ({players}) restent non appariés au niveau suivant, où {barred} ne peut "
        "être exempt.",
    ),
    "The player with the bye ({players}) has {n} unplayed game.": (
        "L'exempt ({players}) a {n} partie non jouée.",
        "L'exempt ({players}) a {n} parties non jouées.",
    ),
    "{n} player ({players}) gets a colour difference beyond +2 or −2.": (
        "{n} joueur ({players}) obtient une différence de couleurs au-delà de +2 ou −2.",
        "{n} joueurs ({players}) obtiennent une différence de couleurs au-delà de +2 ou −2.",
    ),
    "{n} player ({players}) gets the same colour three times in a row.": (
        "{n} joueur ({players}) obtient la même couleur trois fois de suite.",
        "{n} joueurs ({players}) obtiennent la même couleur trois fois de suite.",
    ),
    "{n} player ({players}) does not get the preferred colour.": (
        "{n} joueur ({players}) n'a pas sa préférence de couleur satisfaite.",
        "{n} joueurs ({players}) n'ont pas leur préférence de couleur satisfaite.",
    ),
    "{n} player ({players}) with a strong preference does not get the preferred colour.": (
        "{n} joueur ({players}) n'a pas sa préférence de couleur forte satisfaite.",
        "{n} joueurs ({players}) n'ont pas leur préférence de couleur forte satisfaite.",
    ),
    "{n} player ({players}) gets the same downfloat {again}.": (
        "{n} joueur ({players}) est flotteur descendant {again}.",
        "{n} joueurs ({players}) sont flotteurs descendants {again}.",
    ),
    "{n} player ({players}) gets the same upfloat {again}.": (
        "{n} joueur ({players}) est flotteur montant {again}.",
        "{n} joueurs ({players}) sont flotteurs montants {again}.",
    ),
    "{n} resident ({players}) gets the same downfloat {again}.": (
        "{n} résident ({players}) est flotteur descendant {again}.",
        "{n} résidents ({players}) sont flotteurs descendants {again}.",
    ),
    "No strong preference is refused, but {n} absolute one is ({players}).": (
        "Aucune préférence forte n'est refusée, mais {n} absolue l'est ({players}).",
        "Aucune préférence forte n'est refusée, mais {n} absolues le sont ({players}).",
    ),
    "only {n} pair instead of {now} could be made": (
        "seule {n} paire au lieu de {now} pourrait être formée",
        "seules {n} paires au lieu de {now} pourraient être formées",
    ),
    "{n} player ({players}) instead of {now} would be left over in the next bracket": (
        "{n} joueur ({players}) au lieu de {now} resterait non apparié au niveau suivant",
        "{n} joueurs ({players}) au lieu de {now} resteraient non appariés au niveau suivant",
    ),
    "the bye would go to a player ({players}) with {n} unplayed game instead of {now}": (
        "l'exempt ({players}) aurait {n} partie non jouée au lieu de {now}",
        "l'exempt ({players}) aurait {n} parties non jouées au lieu de {now}",
    ),
    "{n} player ({players}) instead of {now} would get a colour difference beyond +2 or −2": (
        "{n} joueur ({players}) au lieu de {now} obtiendrait une différence de couleurs au-delà de +2 ou −2",
        "{n} joueurs ({players}) au lieu de {now} obtiendraient une différence de couleurs au-delà de +2 "
        "ou −2",
    ),
    "{n} player ({players}) instead of {now} would get the same colour three times in a row": (
        "{n} joueur ({players}) au lieu de {now} obtiendrait la même couleur trois fois de suite",
        "{n} joueurs ({players}) au lieu de {now} obtiendraient la même couleur trois fois de suite",
    ),
    "{n} player ({players}) instead of {now} would not get the preferred colour": (
        "{n} joueur ({players}) au lieu de {now} n'aurait pas sa préférence de couleur satisfaite",
        "{n} joueurs ({players}) au lieu de {now} n'auraient pas leur préférence de couleur satisfaite",
    ),
    "{n} player ({players}) with a strong preference instead of {now} would not get the preferred colour": (
        "{n} joueur ({players}) au lieu de {now} n'aurait pas sa préférence de couleur forte satisfaite",
        "{n} joueurs ({players}) au lieu de {now} n'auraient pas leur préférence de couleur forte satisfaite",
    ),
    "{n} player ({players}) instead of {now} would get the same downfloat {again}": (
        "{n} joueur ({players}) au lieu de {now} serait flotteur descendant {again}",
        "{n} joueurs ({players}) au lieu de {now} seraient flotteurs descendants {again}",
    ),
    "{n} player ({players}) instead of {now} would get the same upfloat {again}": (
        "{n} joueur ({players}) au lieu de {now} serait flotteur montant {again}",
        "{n} joueurs ({players}) au lieu de {now} seraient flotteurs montants {again}",
    ),
    "{n} resident ({players}) instead of {now} would get the same downfloat {again}": (
        "{n} résident ({players}) au lieu de {now} serait flotteur descendant {again}",
        "{n} résidents ({players}) au lieu de {now} seraient flotteurs descendants {again}",
    ),
}

# What the rule book refuses, and what its editions are called.
REFUSALS = {
    # Editions
    "FIDE (Dutch) System, 2026": "Système néerlandais de la FIDE, 2026",
    "C.04.3 in force since 1 February 2026: for every tournament that ends on that day or later.": (
        "C.04.3 en vigueur depuis le 1er février 2026 : pour tout tournoi qui se termine ce jour-là ou plus "
        "tard."
    ),
    "FIDE (Dutch) System, Baku 2016": "Système néerlandais de la FIDE, Bakou 2016",
    "C.04.3 in force until 31 January 2026: for a tournament that ended by then.": (
        "C.04.3 en vigueur jusqu'au 31 janvier 2026 : pour un tournoi terminé à cette date."
    ),
    "Swiss System Based on Rating, 2012": "Système suisse basé sur le classement Elo, 2012",
    "C.04.1 as agreed in Istanbul in 2012: to replay, to teach, or for a club that keeps it.": (
        "C.04.1 tel qu'adopté à Istanbul en 2012 : pour rejouer, pour enseigner, ou pour un club qui le "
        "conserve."
    ),
    "Swiss System Based on Rating, 1998": "Système suisse basé sur le classement Elo, 1998",
    "C.04.1 as approved from 1992 to 1998: to replay, to teach, or for a club that keeps it.": (
        "C.04.1 tel qu'approuvé de 1992 à 1998 : pour rejouer, pour enseigner, ou pour un club qui le "
        "conserve."
    ),
    "Unknown edition '{code}'; known are: {known}": "Édition inconnue « {code} » ; sont connues : {known}",
    "The edition asked for, {code}, is not one of this release: {known}.": (
        "L'édition demandée, {code}, n'est pas de celles de cette version : {known}."
    ),
    "The edition that the tournament names, {code}, is not one of this release: {known}.": (
        "L'édition que nomme le tournoi, {code}, n'est pas de celles de cette version : {known}."
    ),
    # Pairing
    "Round {round} cannot be paired under C.1 to C.3: no place is left for {names}": (
        "La ronde {round} ne peut être appariée selon C.1 à C.3 : il ne reste pas de place pour {names}"
    ),
    "Round {round} cannot be paired under B.1 and B.2: no place is left for {names}": (
        "La ronde {round} ne peut être appariée selon B.1 et B.2 : il ne reste pas de place pour {names}"
    ),
    "The colours of players {one} and {two} follow from the lot (E.5), but no initial colour is known": (
        "Les couleurs des joueurs {one} et {two} dépendent du tirage au sort (E.5), mais aucune couleur "
        "initiale n'est connue"
    ),
    "Players {one} and {two} have no result in round {round} yet": (
        "La partie des joueurs {one} et {two} à la ronde {round} est encore sans résultat"
    ),
    "Player {one} met {two} in round {round}, who is unknown": (
        "Le joueur {one} a rencontré à la ronde {round} le joueur {two}, qui est inconnu"
    ),
    # Explanations
    "There is no player {number}.": "Il n'y a pas de joueur {number}.",
    "Player {number} cannot meet himself.": "Le joueur {number} ne peut se rencontrer lui-même.",
    "The number of players is even: nobody takes the bye.": (
        "Le nombre de joueurs est pair : personne n'est exempt."
    ),
    "Round {round} has not been paired: expected 1 to {last}.": (
        "La ronde {round} n'a pas été appariée ; attendu : 1 à {last}."
    ),
    "the number of rounds is not stated (XXR): not paired as the last round": (
        "le nombre de rondes n'est pas indiqué (XXR) : non appariée comme la dernière ronde"
    ),
    "All {rounds} rounds of the tournament are paired.": ("Les {rounds} rondes du tournoi sont appariées."),
    "Round {round} was published with another pairing than the one that follows from the results as they "
    "stand: what cannot be derived cannot be explained.": (
        "La ronde {round} a été publiée avec un autre appariement que celui qui découle des résultats "
        "actuels : ce qui ne peut être déduit ne peut être expliqué."
    ),
    # Points, tie-breaks, ratings
    "{win}-{draw}-{loss}": "{win} – {draw} – {loss}",
    "{points} for a win, a draw and a loss with {colour}": (
        "{points} pour un gain, une partie nulle et une perte avec {colour}"
    ),
    "White": "les Blancs",
    "Black": "les Noirs",
    "The points make no sense: found {found}, expected {expected}.": (
        "Ces points n'ont pas de sens : trouvé : {found} ; attendu : {expected}."
    ),
    "{bye} for the pairing-allocated bye": "{bye} pour l'exempt",
    "{bye} for the pairing-allocated bye and {worth}": "{bye} pour l'exempt et {worth}",
    "1, ½ or 0 where a win, a draw and a loss are worth these": (
        "1, ½ ou 0 quand un gain, une partie nulle et une perte valent autant"
    ),
    "a win to be worth more than a loss": "qu'un gain vaille plus qu'une perte",
    "a draw to be worth no less than a loss": "qu'une partie nulle ne vaille pas moins qu'une perte",
    "two draws to be worth no more than a win and a loss": (
        "que deux parties nulles ne vaillent pas plus qu'un gain et une perte"
    ),
    "the bye to be worth no more than a win": "que l'exemption ne vaille pas plus qu'un gain",
    "The Baku acceleration depends on the number of rounds, which is not stated: expected a record 142 or "
    "XXR.": (
        "L'accélération de Bakou dépend du nombre de rondes, qui n'est pas indiqué ; attendu : un "
        "enregistrement 142 ou XXR."
    ),
    "The Baku acceleration does not fit the points {points} for a win, a draw and a loss: expected a win to "
    "be worth two draws, and a loss nothing (C.04.7 1.1).": (
        "L'accélération de Bakou ne convient pas aux points {points} pour un gain, une partie nulle et une "
        "perte ; attendu : qu'un gain vaille deux parties nulles, et une perte rien (C.04.7 1.1)."
    ),
    "The tie-break {code} is not known: expected one of {known}.": (
        "Le départage {code} n'est pas connu ; attendu : l'un de {known}."
    ),
    "{found} comes to {rating}; expected a rating from {lowest} to {highest}.": (
        "{found} donne {rating} ; attendu : un Elo de {lowest} à {highest}."
    ),
    # Files
    "line {line}, column {column}: found {found}, expected {expected}": (
        "ligne {line}, colonne {column} : trouvé : {found} ; attendu : {expected}"
    ),
    "column {column}: found {found}, expected {expected}": (
        "colonne {column} : trouvé : {found} ; attendu : {expected}"
    ),
    "nothing": "rien",
    "{one} or {other}": "{one} ou {other}",
    "{wanted}, as {place} has {found}": "{wanted}, car {place} a {found}",
    "player {number} on line {line}": "le joueur {number} de la ligne {line}",
    "a blank": "une espace",
    "text in UTF-8 or Latin-1": "du texte en UTF-8 ou en Latin-1",
    "Permission denied": ("accès refusé"),
    "Is a directory": ("c'est un dossier"),
    "No such file or directory": ("fichier ou dossier inexistant"),
    "at least one player (record 001)": "au moins un joueur (enregistrement 001)",
    "the code of a record in column 1": "le code d'un enregistrement en colonne 1",
    "a record of at least 84 columns": "un enregistrement d'au moins 84 colonnes",
    "blanks, as the columns are counted": "des espaces, car les colonnes sont comptées",
    "a blank after the code 001": "une espace après le code 001",
    "a name in columns {first} to 47": "un nom dans les colonnes {first} à 47",
    "a starting rank, 1 to 9999": "un numéro de départ, de 1 à 9999",
    "a starting rank of its own: line {other} has this one too": (
        "un numéro de départ à lui : la ligne {other} a aussi celui-ci"
    ),
    "the starting rank {number}, which no player has": "le numéro de départ {number}, qu'aucun joueur n'a",
    "a rating, or blanks": "un Elo, ou des espaces",
    "a rank, or blanks": "un rang, ou des espaces",
    "a number of points such as 4.5, or blanks": "un nombre de points tel que 4.5, ou des espaces",
    "a number of points such as 1.0": "un nombre de points tel que 1.0",
    "a number of points such as 0.5": "un nombre de points tel que 0.5",
    "{points}, the sum of the player's {paired} rounds, or blanks": (
        "{points}, la somme des {paired} rondes du joueur, ou des espaces"
    ),
    "a date as YYYY/MM/DD": "une date sous la forme AAAA/MM/JJ",
    "a date as YY/MM/DD, or blanks": "une date sous la forme AA/MM/JJ, ou des espaces",
    "a date of birth as YYYY/MM/DD, or blanks": (
        "une date de naissance sous la forme AAAA/MM/JJ, ou des espaces"
    ),
    "the number of rounds": "le nombre de rondes",
    "the number of a round": "le numéro d'une ronde",
    "{number} or a later round": "{number} ou une ronde ultérieure",
    "no more than the {last} rounds of the tournament": "pas plus que les {last} rondes du tournoi",
    "W or B, the initial colour": "W ou B, la couleur initiale",
    "white1, black1 or rank": "white1, black1 ou rank",
    "a name and its points, as {example}; names are {names}": (
        "un nom et ses points, comme {example} ; les noms sont {names}"
    ),
    "the kind of result: one of W D L F H Z + - or a blank": (
        "le genre de résultat : l'un de W D L F H Z + - ou une espace"
    ),
    "{points}, as everybody else has: this program cannot count abnormal points": (
        "{points}, comme tous les autres : ce programme ne sait pas compter de points anormaux"
    ),
    "a blank between the columns": "une espace entre les colonnes",
    "blanks, as the days of the rounds begin in column 92": (
        "des espaces, car les dates des rondes commencent à la colonne 92"
    ),
    "blanks: match points are for teams": "des espaces : les points de match sont pour les équipes",
    "the kind of bye: F, H or Z": "le genre de bye : F, H ou Z",
    "the number of a player of this tournament": "le numéro d'un joueur de ce tournoi",
    "{number} or the number of a player after him": "{number} ou le numéro d'un joueur après lui",
    "the number of a player, 1 to {players}": "le numéro d'un joueur, de 1 à {players}",
    "the numbers of at least two players who must not meet": (
        "les numéros d'au moins deux joueurs qui ne doivent pas se rencontrer"
    ),
    "a player whose own record has no other entry in round {number}": (
        "un joueur dont l'enregistrement ne dit rien d'autre à la ronde {number}"
    ),
    "the number of an opponent, 0000 or blanks": "le numéro d'un adversaire, 0000 ou des espaces",
    "another player than himself": "un autre joueur que lui-même",
    "an opponent who names him too: in round {number} {place} has {named}": (
        "un adversaire qui le nomme aussi : à la ronde {number}, {place} a {named}"
    ),
    "no opponent": "aucun adversaire",
    "w, b, - or a blank": "w, b, - ou une espace",
    "w or b, as there is a game": "w ou b, car il y a une partie",
    "- or a blank, as there is no opponent": "- ou une espace, car il n'y a pas d'adversaire",
    "a result: one of 1 = 0 W D L + - H F U Z ? or a blank": (
        "un résultat : l'un de 1 = 0 W D L + - H F U Z ? ou une espace"
    ),
    "a result, as there is an opponent: one of 1 = 0 W D L + - ? or a blank": (
        "un résultat, car il y a un adversaire : l'un de 1 = 0 W D L + - ? ou une espace"
    ),
    "a bye, as there is no opponent: one of H F U Z or a blank": (
        "un bye, car il n'y a pas d'adversaire : l'un de H F U Z ou une espace"
    ),
    "one pairing-allocated bye a round: {holder} has it in round {number}": (
        "un seul exempt par ronde : à la ronde {number}, c'est {holder}"
    ),
    "a blank between the columns of round {number}: is the line shifted?": (
        "une espace entre les colonnes de la ronde {number} : la ligne est-elle décalée ?"
    ),
    "The {what} {text} does not fit the {width} columns that a report file has for it.": (
        "Trop long pour les {width} colonnes que le rapport a pour cela : {what} {text}."
    ),
    "pairing number": "numéro d'appariement",
    "round": "ronde",
    "rating": "Elo",
    "rank": "rang",
    "virtual points": "points virtuels",
}
